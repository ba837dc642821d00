import { describe, expect, it } from 'vitest';
import { laidSince, percent, stillOpen, type HintMoment } from '../src/lib/hint';
import type { HintedTurn, Placed } from '../src/wire';

const on = (card: number, pile: number): Placed => ({ card, pile });
const turn = (...placements: Placed[]): HintedTurn => ({
  placements,
  chance: 50,
  low: 40,
  high: 60,
  close: false,
  reasons: [],
});
const at = (laid: Placed[], more: Partial<HintMoment> = {}): HintMoment => ({
  number: 1,
  turns: 4,
  seat: 0,
  laid,
  ...more,
});

describe('what was laid since a hint was asked for', () => {
  it('is the rest of the same turn', () => {
    expect(laidSince(at([]), at([]))).toEqual([]);
    expect(laidSince(at([on(5, 0)]), at([on(5, 0), on(9, 1)]))).toEqual([on(9, 1)]);
  });

  it('is nothing to speak of once a card was taken back or the turn is over', () => {
    expect(laidSince(at([on(5, 0)]), at([]))).toBeNull();
    expect(laidSince(at([on(5, 0)]), at([on(5, 1)]))).toBeNull();
    expect(laidSince(at([]), at([], { turns: 5 }))).toBeNull();
    expect(laidSince(at([]), at([], { seat: 1 }))).toBeNull();
    expect(laidSince(at([]), at([], { number: 2 }))).toBeNull();
  });
});

describe('hinted turns', () => {
  const turns = [turn(on(5, 0), on(9, 1)), turn(on(9, 1), on(5, 0)), turn(on(5, 0), on(7, 0))];

  it('are all open at first', () => {
    expect(stillOpen(turns, at([]), at([])).map(({ rank }) => rank)).toEqual([0, 1, 2]);
  });

  it('stay while they are followed, with what is left of them', () => {
    const open = stillOpen(turns, at([]), at([on(5, 0)]));
    expect(open.map(({ rank, left }) => [rank, left])).toEqual([
      [0, [on(9, 1)]],
      [2, [on(7, 0)]],
    ]);
    const end = stillOpen(turns, at([]), at([on(5, 0), on(9, 1)]));
    expect(end.map(({ rank, left }) => [rank, left])).toEqual([[0, []]]);
  });

  it('are gone when another way is taken', () => {
    expect(stillOpen(turns, at([]), at([on(5, 2)]))).toEqual([]);
    expect(stillOpen(turns, at([]), at([], { turns: 5 }))).toEqual([]);
  });
});

describe('a chance', () => {
  it.each([
    [0, 0],
    [0.2, 1],
    [49.6, 50],
    [99.8, 99],
    [100, 100],
  ])('of %d is told as %d percent', (chance, told) => {
    expect(percent(chance)).toBe(told);
  });
});
