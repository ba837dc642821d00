import { describe, expect, it } from 'vitest';
import { keyOrder, sidesOf, thicknessOf } from '../src/lib/board';
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

describe('the thickness of a pile', () => {
  const tableOf = (top: number, deck: number) =>
    ({
      rules: { lowest: 2, highest: 99 },
      play: {
        piles: [{ ...pile(true, null), base: 1, top }],
        hand_counts: [6],
        deck_counts: [deck],
      },
    }) as unknown as TableView;

  it('is nothing on a row card', () => {
    expect(thicknessOf(tableOf(1, 92), 0)).toBe(0);
  });

  it('grows with the cards that are laid', () => {
    expect(thicknessOf(tableOf(20, 90), 0)).toBe(1);
    expect(thicknessOf(tableOf(90, 0), 0)).toBe(4);
  });
});
