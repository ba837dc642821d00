/** Glicko-2, one try at a time (puzzles/glicko.py; Glickman 2013). */

import type { PlayerRating } from '../../wire';

const SCALE = 173.7178;
const TAU = 0.5;
const CLOSE = 1e-6;
const MIDDLE = 1500;
const WIDEST = 350;

export const NEWCOMER: PlayerRating = { rating: MIDDLE, deviation: WIDEST, volatility: 0.06 };

export function rated(
  player: PlayerRating,
  result: { rating: number; deviation: number; score: number },
): PlayerRating {
  const [mu, phi] = [(player.rating - MIDDLE) / SCALE, player.deviation / SCALE];
  const other = result.deviation / SCALE;
  const damp = 1 / Math.sqrt(1 + (3 * other * other) / Math.PI ** 2);
  const chance = 1 / (1 + Math.exp((-damp * (player.rating - result.rating)) / SCALE));
  const information = damp * damp * chance * (1 - chance);
  const surprise = damp * (result.score - chance);
  const variance = 1 / information;
  const volatility = newVolatility(player.volatility, phi, variance, variance * surprise);
  const grown = Math.hypot(phi, volatility);
  const after = 1 / Math.sqrt(1 / (grown * grown) + information);
  const rating = SCALE * (mu + after * after * surprise) + MIDDLE;
  return { rating, deviation: Math.min(WIDEST, SCALE * after), volatility };
}

/** By the Illinois algorithm. */
function newVolatility(sigma: number, phi: number, variance: number, delta: number): number {
  const start = Math.log(sigma * sigma);
  const slope = (x: number) => {
    const square = phi * phi + variance + Math.exp(x);
    const gain = (Math.exp(x) * (delta * delta - square)) / (2 * square * square);
    return gain - (x - start) / (TAU * TAU);
  };
  let low = start;
  let high: number;
  if (delta * delta > phi * phi + variance) high = Math.log(delta * delta - phi * phi - variance);
  else {
    let steps = 1;
    while (slope(start - steps * TAU) < 0) steps += 1;
    high = start - steps * TAU;
  }
  let [atLow, atHigh] = [slope(low), slope(high)];
  while (Math.abs(high - low) > CLOSE) {
    const between = low + ((low - high) * atLow) / (atHigh - atLow);
    const atBetween = slope(between);
    if (atBetween * atHigh <= 0) [low, atLow] = [high, atHigh];
    else atLow /= 2;
    [high, atHigh] = [between, atBetween];
  }
  return Math.exp(low / 2);
}
