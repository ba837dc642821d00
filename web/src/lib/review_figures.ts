/** What is kept of a review besides itself: luck against play, and the curve. */

import type { Review } from '../wire';

export interface ReviewFigures {
  /** What luck was worth, in points of the chance to win: to the team, or to one side of a duel. */
  readonly luck: number;
  /** How close the own turns came to the best ones, up to 100. */
  readonly accuracy: number;
}

export interface ReviewSummary extends ReviewFigures {
  /** The result with luck taken out, from 0 to 1 and a little beyond. */
  readonly adjusted: number;
  /** The chance to win turn by turn, from 0 to 1. */
  readonly curve: readonly number[];
}

const rounded = (value: number) => Math.round(value * 1000) / 1000;

export function figuresOf(review: Review, you: number, team: boolean): ReviewFigures {
  const own = review.seats.find((each) => each.seat === you);
  const luck = team || own === undefined ? review.luck : own.luck;
  return { luck: rounded(100 * luck.value), accuracy: rounded(own?.accuracy ?? review.accuracy) };
}

export function summaryOf(review: Review, you: number, team: boolean): ReviewSummary {
  const own = review.seats.find((each) => each.seat === you);
  const curve = review.curve.map(({ table, seats }) =>
    team ? table : (seats[you]?.value ?? table),
  );
  return {
    ...figuresOf(review, you, team),
    adjusted: rounded(team ? review.adjusted : (own?.adjusted ?? review.adjusted)),
    curve: curve.map(rounded),
  };
}
