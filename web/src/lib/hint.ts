/** Hints: which of the hinted turns can still be played, and how they read. */

import type { HintOption, Placed, PlayView } from '../wire';

/** The moment of a game at which a hint was asked for. */
export interface Moment {
  readonly number: number;
  readonly turns: number;
  readonly seat: number;
  readonly laid: readonly Placed[];
}

export function momentOf(play: PlayView): Moment {
  return { number: play.number, turns: play.turns, seat: play.to_move, laid: play.laid };
}

export interface HintedTurn {
  /** Its place in the hint, the best first. */
  readonly rank: number;
  readonly option: HintOption;
  /** What is left to lay of it. */
  readonly left: readonly Placed[];
}

/** What was laid since, if it is still the same turn. */
export function laidSince(then: Moment, now: Moment): readonly Placed[] | null {
  const same = then.number === now.number && then.turns === now.turns && then.seat === now.seat;
  return same && startsWith(now.laid, then.laid) ? now.laid.slice(then.laid.length) : null;
}

/** The hinted turns that begin with what was laid since the hint was asked for. */
export function stillOpen(options: readonly HintOption[], then: Moment, now: Moment): HintedTurn[] {
  const since = laidSince(then, now);
  if (since === null) return [];
  return options
    .map((option, rank) => ({ rank, option, left: option.placements.slice(since.length) }))
    .filter(({ option }) => startsWith(option.placements, since));
}

function startsWith(placements: readonly Placed[], head: readonly Placed[]): boolean {
  return head.every(({ card, pile }, at) => {
    const one = placements[at];
    return one?.card === card && one.pile === pile;
  });
}

/** A chance in whole percent, but never certain where it is not. */
export function percent(chance: number): number {
  const whole = Math.round(chance);
  if (whole === 100 && chance < 100) return 99;
  return whole === 0 && chance > 0 ? 1 : whole;
}
