import { describe, expect, it } from 'vitest';
import { keyOrder, sidesOf, thicknessOf, usedUp } from '../src/lib/board';
import type { PileView } from '../src/wire';

const pile = (ascending: boolean, owner: number | null): PileView => ({
  names: [],
  ascending,
  base: ascending ? 1 : 60,
  owner,
  top: 1,
  command: null,
  count: 0,
  must_cover: false,
});
const team = [pile(true, null), pile(true, null), pile(false, null), pile(false, null)];
const duel = [pile(true, 0), pile(false, 0), pile(true, 1), pile(false, 1)];

describe('the sides of the table', () => {
  it('are one for a team', () => {
    expect(sidesOf(team, 2)).toEqual([{ owner: null, piles: [0, 1, 2, 3] }]);
    expect(keyOrder(team, 2)).toEqual([0, 1, 2, 3]);
  });

  it.each([
    [0, [2, 3], [0, 1]],
    [1, [0, 1], [2, 3]],
    [null, [2, 3], [0, 1]],
  ])('in a duel are the far one, then the own one (seat %s)', (you, far, near) => {
    expect(sidesOf(duel, you).map((side) => side.piles)).toEqual([far, near]);
    expect(keyOrder(duel, you)).toEqual([...near, ...far]);
  });
});

describe('the thickness of a pile', () => {
  it('is nothing on a row card, and shows from the first card on', () => {
    expect(thicknessOf(0)).toBe(0);
    expect(thicknessOf(1)).toBe(1);
  });

  it('grows with the cards on that pile, up to what a table has scene for', () => {
    const seen = Array.from({ length: 99 }, (_, count) => thicknessOf(count));
    expect(seen).toEqual([...seen].sort((one, other) => one - other));
    expect(new Set(seen).size).toBe(9);
    expect(thicknessOf(20)).toBeGreaterThan(thicknessOf(10));
  });
});

describe('the way of a pile', () => {
  const rules = { lowest: 2, highest: 99 };

  it.each([
    [1, 1, 0],
    [1, 99, 1],
    [100, 51, 0.5],
    [100, 2, 1],
  ])('from %i is used up at %i by %f', (base, top, share) => {
    expect(usedUp({ base, top }, rules)).toBe(share);
  });
});
