/** From a table to what is shown of it: to everybody, and to the holder of a seat. */

import type { Legal, Own, PileView, PlayView, SeatView, Settings, TableView } from '../../wire';
import { dealText } from './deal';
import type { Play } from './play';
import { PILES } from './referee';
import { gameOf } from './ruleset';
import type { Table } from './table';

export function showTable(table: Table): TableView {
  return {
    code: table.code,
    stage: table.stage,
    rules: table.rulesView,
    settings: table.settings,
    host: table.host,
    seats: table.seats.map((seat): SeatView | null => (seat === null ? null : { ...seat })),
    rematching: table.rematching,
    standing_in: [],
    play: table.play === null ? null : showPlay(table.play, table.settings),
  };
}

export function showPlay(play: Play, settings: Settings): PlayView {
  const { referee } = play;
  const isSilenced = referee.isSilenced;
  const { owed, toCover } = referee.duties;
  const outcome = referee.outcome;
  return {
    number: play.number,
    phase: referee.phase,
    commitment: play.commitment,
    starter: play.starter,
    to_move: referee.seat,
    turns: referee.turns,
    minimum: referee.minimum,
    piles: showPiles(play, toCover),
    laid: play.laid,
    hand_counts: referee.handCounts,
    deck_counts: referee.deckCounts,
    signals: isSilenced ? [] : play.signals,
    silenced: isSilenced,
    duties: owed,
    last_turns: play.lastTurns,
    votes: play.votes,
    offers: play.offers,
    conceding: play.conceding,
    helped: play.helped,
    gone: settings.memory ? referee.gone : null,
    outcome,
    reveal:
      outcome === null
        ? null
        : {
            hands: play.names.map((_, seat) => referee.hand(seat)),
            decks: referee.decks,
            deal: play.dealt.decks,
            salt: play.dealt.salt,
            text: dealText(referee.agreed, play.dealt),
          },
  };
}

function showPiles({ referee, heights }: Play, toCover: readonly number[]): PileView[] {
  const { players } = referee.agreed;
  const names = gameOf(referee.agreed).pile_names;
  const tops = referee.tops;
  return Array.from({ length: PILES }, (_, pile) => {
    const owner = referee.rules.get('owners', pile);
    return {
      names: names.slice(0, players).map((called) => called[pile]!),
      ascending: referee.isAscending(pile),
      base: referee.rules.get('bases', pile),
      owner: owner < 0 ? null : owner,
      top: tops[pile]!,
      command: referee.commandOn(pile),
      count: heights[pile]!,
      must_cover: toCover.includes(pile),
    };
  });
}

/** What only the holder of a seat may see; nothing before the deal. */
export function showOwn(table: Table, seat: number): Own | null {
  const { play } = table;
  if (play === null) return null;
  const { referee } = play;
  const waiting: Own = {
    seat,
    hand: referee.hand(seat),
    legal: [],
    may_end: false,
    end_refusal: null,
    end_breach: false,
    may_take_back: false,
    doomed: false,
    gone: null,
  };
  if (table.stage !== 'playing' || referee.seat !== seat || table.botToMove !== null) {
    return waiting;
  }
  const legal = referee.legal;
  const { refusal, isBreach } = referee.ending;
  return {
    ...waiting,
    legal,
    may_end: refusal === null || isBreach,
    end_refusal: refusal,
    end_breach: isBreach,
    may_take_back: play.mayTakeBack && table.settings.take_back,
    doomed: refusal !== null && legal.every(isLost),
  };
}

function isLost({ dooms, breach }: Legal): boolean {
  return dooms === true || (breach ?? null) !== null;
}
