/** Results over time: the mean of the last games, as they came and with luck taken out. */

import { counts, type PlayedGame } from './statistics';

export interface TrendPoint {
  readonly at: number;
  /** The share won among the last games. */
  readonly won: number;
  /** The mean result with luck taken out, of those among them that were reviewed. */
  readonly adjusted: number | null;
}

export interface LuckTaken {
  readonly reviewed: number;
  /** What the reviewed games came to, as they ended and with luck taken out. */
  readonly won: number;
  readonly adjusted: number;
  /** Mean luck in points, and how close the own turns came to the best. */
  readonly luck: number;
  readonly accuracy: number;
}

export const WINDOW = 10;

const mean = (values: readonly number[]) =>
  values.reduce((one, other) => one + other, 0) / values.length;

/** A point for every game from the first few on, oldest first. */
export function trendOf(games: readonly PlayedGame[], window: number = WINDOW): TrendPoint[] {
  const counting = games.filter(counts);
  return counting.slice(Math.min(window, 3) - 1).map((game, place) => {
    const end = place + Math.min(window, 3);
    const last = counting.slice(Math.max(0, end - window), end);
    const reviewed = last.flatMap(({ review }) => (review === undefined ? [] : review.adjusted));
    return {
      at: game.at,
      won: mean(last.map(({ won }) => Number(won))),
      adjusted: reviewed.length >= 3 ? mean(reviewed) : null,
    };
  });
}

export function luckTaken(games: readonly PlayedGame[]): LuckTaken | null {
  const reviewed = games.filter((each) => counts(each) && each.review !== undefined);
  if (reviewed.length === 0) return null;
  const of = (value: (game: PlayedGame) => number | undefined) =>
    mean(reviewed.map((each) => value(each) ?? 0));
  return {
    reviewed: reviewed.length,
    won: of(({ won }) => Number(won)),
    adjusted: of(({ review }) => review?.adjusted),
    luck: of(({ review }) => review?.luck),
    accuracy: of(({ review }) => review?.accuracy),
  };
}
