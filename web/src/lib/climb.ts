/** How far a game has come, as a climb: every card that is laid is a bit of the way. */

import type { PlayView, RulesView } from '../wire';

export interface Climber {
  /** Whose way it is; null for a team, which climbs together. */
  readonly seat: number | null;
  /** How much of the way is done, from 0 to 1. */
  readonly share: number;
}

type Counts = Pick<PlayView, 'hand_counts' | 'deck_counts'>;

/** Who climbs: the team as one, or each of those who play against each other. */
export function climbersOf(
  { hand_counts, deck_counts }: Counts,
  { team, lowest, highest }: Pick<RulesView, 'team' | 'lowest' | 'highest'>,
): Climber[] {
  const all = highest - lowest + 1;
  const shareOf = (left: number) => Math.min(1, Math.max(0, 1 - left / all));
  if (team) return [{ seat: null, share: shareOf(sum([...hand_counts, ...deck_counts])) }];
  return hand_counts.map((held, seat) => ({
    seat,
    share: shareOf(held + (deck_counts[seat] ?? 0)),
  }));
}

function sum(counts: readonly number[]): number {
  return counts.reduce((one, other) => one + other, 0);
}
