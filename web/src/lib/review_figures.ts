/** What is kept of a review besides itself: luck against play, in points of the chance to win. */

import type { Review } from '../wire';

export interface ReviewFigures {
  /** What luck was worth: to the team, or to the own side of a duel. */
  readonly luck: number;
  /** How close the own turns came to the best ones, up to 100. */
  readonly accuracy: number;
}

export function figuresOf(review: Review, you: number, team: boolean): ReviewFigures {
  const own = review.seats.find((each) => each.seat === you);
  const luck = team || own === undefined ? review.luck : own.luck;
  return { luck: 100 * luck.value, accuracy: own?.accuracy ?? review.accuracy };
}
