/** Where the piles lie on the screen, as seen from a seat. */

import type { PileView, PlayView, RulesView } from '../wire';

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

const CARDS_PER_EDGE = 4;
const THICKEST = 8;

/** How many edges of cards show under the top of a pile with so many cards. */
export function thicknessOf(count: number): number {
  return Math.min(THICKEST, Math.ceil(count / CARDS_PER_EDGE));
}

/** How many cards the turn asks for, as far as the view says it. */
export function wantedOf({ duties, laid, minimum }: PlayView): number {
  const exact = duties.find((duty) => duty.name === 'exactly_three');
  return exact ? laid.length + exact.count : minimum;
}

/** How much of the way of a pile is used up, from 0 to 1. */
export function usedUp(
  { base, top }: Pick<PileView, 'base' | 'top'>,
  { lowest, highest }: Pick<RulesView, 'lowest' | 'highest'>,
): number {
  return Math.min(1, Math.abs(top - base) / (highest - lowest + 1));
}

/** Whether cards of this game ask something of a turn, which then has a row of its own. */
export function asksMore({ layout, marks }: RulesView): boolean {
  return layout !== '' || Object.keys(marks).length > 0;
}
