import { describe, expect, it } from 'vitest';
import { keyOrder, progressOf, sidesOf } from '../src/lib/board';
import type { PileView, TableView } from '../src/wire';

const pile = (ascending: boolean, owner: number | null): PileView => ({
  names: [],
  ascending,
  base: ascending ? 1 : 60,
  owner,
  top: 1,
  command: null,
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

describe('how far a card is along its pile', () => {
  const table = { rules: { lowest: 2, highest: 59 } } as TableView;

  it('goes from the row card to the last card', () => {
    expect(progressOf(pile(true, 0), 1, table)).toBe(0);
    expect(progressOf(pile(true, 0), 59, table)).toBe(1);
    expect(progressOf(pile(false, 0), 60, table)).toBeCloseTo(0);
    expect(progressOf(pile(false, 0), 2, table)).toBe(1);
  });
});
