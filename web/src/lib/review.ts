/** What a review says, made ready to be drawn and told. No chance is computed here. */

import { percent } from './hint';
import type { Estimate, Moment, Review, ReplayFrame } from '../wire';

/**
 * For each point of the curve the moment of the replay that it belongs to: the beginning of the
 * first turn, then the end of each.
 */
export function momentsOfPoints(moments: readonly ReplayFrame[], points: number): number[] {
  const last = moments.length - 1;
  const isAt = (point: number) => (frame: ReplayFrame) =>
    frame.play.phase === 'over' || (frame.play.phase === 'playing' && frame.play.turns >= point);
  return Array.from({ length: points }, (_, point) => {
    const found = moments.findIndex(isAt(point));
    return found === -1 ? last : found;
  });
}

/** Where a moment lies along the curve, between its points. */
export function placeOnCurve(points: readonly number[], at: number): number {
  const after = points.findIndex((moment) => moment > at);
  if (after === -1) return points.length - 1;
  const before = points[after - 1];
  if (before === undefined) return 0;
  return after - 1 + (at - before) / (points[after]! - before);
}

/** A seat's chance, or the table's with the mean of the seats' intervals, which is no narrower. */
export function chanceAt(moment: Moment, seat: number | null, team: boolean): Estimate {
  const own = seat === null ? undefined : moment.seats[seat];
  if (own !== undefined) return own;
  const seats = moment.seats.map((each, at) =>
    team || at === 0 ? each : { low: 1 - each.high, high: 1 - each.low },
  );
  const mean = (values: number[]) =>
    values.reduce((one, other) => one + other, 0) / (values.length || 1);
  return {
    value: moment.table,
    low: mean(seats.map(({ low }) => low)),
    high: mean(seats.map(({ high }) => high)),
  };
}

/** A chance in whole percent. */
export function inPercent(chance: number): number {
  return percent(100 * chance);
}

/** A difference of chances in whole points, with its sign; 0 has none. */
export function signed(points: number): string {
  if (points === 0) return '0';
  return `${points > 0 ? '+' : '−'}${Math.abs(points)}`;
}

export interface Step {
  readonly name: 'start' | 'lost' | 'luck' | 'hidden' | 'end';
  /** Where the step begins and where it leads, as chances. */
  readonly from: number;
  readonly to: number;
  /** What is written: whole points; the steps add up as they are written. */
  readonly points: number;
  /** The interval of what the step adds, in points; null where there is none. */
  readonly low: number | null;
  readonly high: number | null;
}

const whole = (chance: number) => Math.round(100 * chance);

/** From the chance at the deal to the result, step by step. */
export function accountOf({ start, lost, luck, hidden, end }: Review): Step[] {
  const steps: Step[] = [
    {
      name: 'start',
      from: 0,
      to: start.value,
      points: whole(start.value),
      low: whole(start.low),
      high: whole(start.high),
    },
  ];
  let now = start.value;
  for (const [name, part, sign] of [
    ['lost', lost, -1],
    ['luck', luck, 1],
    ['hidden', hidden, 1],
  ] as const) {
    const to = name === 'hidden' ? end : now + sign * part.value;
    const bounds = [sign * part.low, sign * part.high].sort((one, other) => one - other);
    steps.push({
      name,
      from: now,
      to,
      points: whole(to) - whole(now),
      low: whole(bounds[0]!),
      high: whole(bounds[1]!),
    });
    now = to;
  }
  return [...steps, { name: 'end', from: 0, to: end, points: whole(end), low: null, high: null }];
}

/** The room that an account takes: from 0 to 1 at least. */
export function spanOf(steps: readonly Step[]): { low: number; high: number } {
  const ends = steps.flatMap(({ from, to }) => [from, to]);
  return { low: Math.min(0, ...ends), high: Math.max(1, ...ends) };
}

/** Whether luck helped or hurt beyond the error. */
export function luckOf({ luck }: Review): 'good' | 'bad' | 'even' {
  if (luck.low > 0) return 'good';
  return luck.high < 0 ? 'bad' : 'even';
}

/** The sign of a judgement, as in notes to games: a word is beside it wherever it stands. */
export const MARKS = { inaccuracy: '?!', mistake: '?', blunder: '??' } as const;
