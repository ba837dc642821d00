/** Where the piles lie on the screen, as seen from a seat. */

import type { PileView, TableView } from '../wire';

export interface Side {
  readonly owner: number | null;
  readonly piles: readonly number[];
}

/** The sides of the table: the far one first, the own one last. A team has a single side. */
export function sidesOf(piles: readonly PileView[], you: number | null): Side[] {
  const near = you ?? 0;
  const owners = [...new Set(piles.map((pile) => pile.owner))];
  owners.sort((one, other) => Number(one === near) - Number(other === near));
  return owners.map((owner) => ({
    owner,
    piles: piles.flatMap((pile, index) => (pile.owner === owner ? [index] : [])),
  }));
}

/** The piles in the order of their keys: the own ones first. */
export function keyOrder(piles: readonly PileView[], you: number | null): number[] {
  return sidesOf(piles, you)
    .reverse()
    .flatMap((side) => side.piles);
}

const THICKEST = 4;

/** How many edges of cards show under the top: more, the more cards have been laid. */
export function thicknessOf(table: TableView, index: number): number {
  const { play, rules } = table;
  const pile = play?.piles[index];
  if (!play || pile === undefined || pile.top === pile.base) return 0;
  const owned = pile.owner ?? 0;
  const cards = rules.highest - rules.lowest + 1;
  const held = pile.owner === null ? sum(play.hand_counts) : (play.hand_counts[owned] ?? 0);
  const laid = cards - held - (play.deck_counts[owned] ?? 0);
  return 1 + Math.round((THICKEST - 1) * Math.min(1, Math.max(0, laid / cards)));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((one, other) => one + other, 0);
}
