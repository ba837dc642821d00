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

/** How far along a pile a card is, from its row card (0) to the last card that fits (1). */
export function progressOf(pile: PileView, card: number, table: TableView): number {
  const end = pile.ascending ? table.rules.highest : table.rules.lowest;
  return (card - pile.base) / (end - pile.base);
}
