/** Hints: which of the hinted turns can still be played, and how they read. */

import type { HintedTurn, Placed, PlayView } from '../wire';

/** The moment of a game at which a hint was asked for. */
export interface HintMoment {
  readonly number: number;
  readonly turns: number;
  readonly seat: number;
  readonly laid: readonly Placed[];
}

export function momentOf(play: PlayView): HintMoment {
  return { number: play.number, turns: play.turns, seat: play.to_move, laid: play.laid };
}

/** A hinted turn that can still be played. */
export interface OpenTurn {
  /** Its place in the hint, the best first. */
  readonly rank: number;
  readonly turn: HintedTurn;
  /** What is left to lay of it. */
  readonly left: readonly Placed[];
}

/** What was laid since, if it is still the same turn. */
export function laidSince(then: HintMoment, now: HintMoment): readonly Placed[] | null {
  const same = then.number === now.number && then.turns === now.turns && then.seat === now.seat;
  return same && startsWith(now.laid, then.laid) ? now.laid.slice(then.laid.length) : null;
}

/** The hinted turns that begin with what was laid since the hint was asked for. */
export function stillOpen(
  turns: readonly HintedTurn[],
  then: HintMoment,
  now: HintMoment,
): OpenTurn[] {
  const since = laidSince(then, now);
  if (since === null) return [];
  return turns
    .map((turn, rank) => ({ rank, turn, left: turn.placements.slice(since.length) }))
    .filter(({ turn }) => startsWith(turn.placements, since));
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
