/** A finished game to be walked through: the table at each moment, and where the turns begin. */

import type { Replay, ReplayFrame, SeatView, TableView } from '../wire';

export interface Chapter {
  /** The moment at which the turn is over. */
  readonly frame: number;
  readonly turn: number;
  readonly seat: number;
  readonly laid: readonly { card: number; pile: number; jump: boolean }[];
}

/** The moments at which something happened. */
export function momentsOf(replay: Replay): ReplayFrame[] {
  return replay.frames.filter((frame) => frame.happenings.length > 0);
}

/** The table as the screen's parts know it, at a moment. */
export function tableAt(replay: Replay, frame: ReplayFrame): TableView {
  return {
    code: replay.code,
    stage:
      frame.play.phase === 'over' ? 'over' : frame.play.phase === 'starting' ? 'dealt' : 'playing',
    rules: replay.rules,
    settings: SETTINGS,
    host: null,
    seats: replay.names.map(seated),
    rematching: [],
    standing_in: [],
    play: frame.play,
  };
}

const SETTINGS: TableView['settings'] = {
  starter: 'vote',
  text: false,
  take_back: false,
  memory: false,
  spectators: true,
  public: false,
  turn_seconds: 0,
  pace: 0,
  stand_in: '',
};

function seated(name: string): SeatView {
  return { name, kind: 'person', bot: '', ready: true, away: false, stand_in: '' };
}

/** The turns of a game, each with the cards that stayed laid. */
export function chaptersOf(moments: readonly ReplayFrame[]): Chapter[] {
  const chapters: Chapter[] = [];
  let laid: { card: number; pile: number; jump: boolean; seat: number }[] = [];
  const close = (frame: number) => {
    const seat = laid[0]?.seat;
    if (seat === undefined) return;
    chapters.push({ frame, turn: chapters.length + 1, seat, laid });
    laid = [];
  };
  moments.forEach(({ happenings }, frame) => {
    for (const happening of happenings) {
      if (happening.type === 'card_placed') {
        const { card, pile, seat, move } = happening;
        laid.push({ card, pile, seat, jump: move === 'jump' });
      } else if (happening.type === 'card_taken_back') {
        laid.pop();
      } else if (happening.type === 'turn_ended' || happening.type === 'game_ended') {
        close(frame);
      }
    }
  });
  return chapters;
}

/** The moment that an address asks for, counted from 1 there; the beginning if it names none. */
export function momentIn(search: string, last: number): number {
  const asked = Number(new URLSearchParams(search).get('at') ?? 1);
  return Number.isInteger(asked) ? Math.min(last, Math.max(0, asked - 1)) : 0;
}

/** The address of a moment, to be sent on; it keeps the wish for the review. */
export function addressOf(path: string, search: string, at: number): string {
  const asked = [
    ...(new URLSearchParams(search).has('review') ? ['review'] : []),
    ...(at === 0 ? [] : [`at=${at + 1}`]),
  ];
  return asked.length === 0 ? path : `${path}?${asked.join('&')}`;
}

/** Where a key leads from a moment; null if it means nothing here. */
export function afterKey(key: string, at: number, last: number): number | null {
  const to: Record<string, number> = {
    ArrowLeft: at - 1,
    ArrowRight: at + 1,
    PageUp: at - 10,
    PageDown: at + 10,
    Home: 0,
    End: last,
  };
  const wanted = to[key];
  return wanted === undefined ? null : Math.min(last, Math.max(0, wanted));
}
