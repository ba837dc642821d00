/** The turns of a record with the states around them (reviewing/moments.py). */

import type { LastTurn, Placed, SignalView } from '../../../wire';
import type { Machine } from '../machine';
import type { Play } from '../play';
import { walk, type Recorded } from '../reading';
import type { Referee } from '../referee';

/** A state of a game: the referee's, and what a table remembers besides. */
export interface TurnMoment {
  readonly state: Uint8Array;
  readonly lastTurns: readonly LastTurn[];
  readonly signals: readonly SignalView[];
}

export interface PlayedTurn {
  readonly number: number;
  readonly seat: number;
  readonly placements: readonly Placed[];
  readonly conceded: boolean;
  readonly before: TurnMoment;
  readonly after: TurnMoment;
  /** The cards that the turn drew, in order. */
  readonly drawn: readonly number[];
  /** It was completed by every rule: the next one began, or all cards were laid. */
  readonly isWhole: boolean;
}

export function momentOf(play: Play): TurnMoment {
  return { state: play.referee.kept(), lastTurns: play.lastTurns, signals: play.signals };
}

/** A turn between two states; the referee is used to read them. */
export function turnBetween(
  referee: Referee,
  turn: Pick<PlayedTurn, 'number' | 'seat' | 'placements' | 'conceded' | 'before' | 'after'>,
): PlayedTurn {
  const deck = referee.deckOf(turn.seat);
  referee.putBack(turn.after.state);
  const { turns, outcome } = referee;
  const left = referee.decks[deck]!.length;
  referee.putBack(turn.before.state);
  const cards = referee.decks[deck]!;
  const isOwn = !turn.conceded && turn.seat === referee.seat;
  const isDone = outcome?.termination === 'CLEARED' || turns > referee.turns;
  return { ...turn, drawn: cards.slice(0, cards.length - left), isWhole: isOwn && isDone };
}

/** All turns, and the last moment; a last turn that was broken off is left out. */
export function playedTurns(
  machine: Machine,
  recorded: Recorded,
  referee: Referee,
): { turns: PlayedTurn[]; last: TurnMoment } {
  const found: Parameters<typeof turnBetween>[1][] = [];
  const entries = recorded.entries.filter((entry) => entry.type === 'turn');
  let before: TurnMoment | null = null;
  walk(machine, recorded, (play, { turn }) => {
    if (turn !== null && before !== null) {
      const { seat, laid: placements, conceded } = turn;
      const after = momentOf(play);
      const number = entries.indexOf(turn) + 1;
      if (!turn.open) found.push({ number, seat, placements, conceded, before, after });
      before = after;
    } else if (play.laid.length === 0) before = momentOf(play);
  });
  return { turns: found.map((turn) => turnBetween(referee, turn)), last: before! };
}
