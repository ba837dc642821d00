/** Picking a card and a pile among what the server says may be done. No rule is decided here. */

import type { Legal, Own } from '../wire';

/** What may be done with a card, by pile. */
export function targetsOf(own: Own | null, card: number | null): Map<number, Legal> {
  const found = own?.legal.filter((each) => each.card === card) ?? [];
  return new Map(found.map((each) => [each.pile, each]));
}

/** The cards that may be laid somewhere. */
export function playableCards(own: Own | null): Set<number> {
  return new Set(own?.legal.map((each) => each.card));
}

/** How a move looks at a glance. */
export type MoveKind = 'jump' | 'small' | 'wide' | 'far' | 'help' | 'none';

/** Steps up to these look small and wide; longer ones cost much of the way. */
const SMALL = 10;
const WIDE = 25;

export function kindOf(legal: Legal | undefined): MoveKind {
  if (legal === undefined) return 'none';
  if (legal.move !== 'step') return legal.move;
  if (legal.by <= SMALL) return 'small';
  return legal.by <= WIDE ? 'wide' : 'far';
}

/** How the top of a pile would change, with its sign. */
export function signed({ card, by }: Pick<Legal, 'card' | 'by'>, top: number): string {
  return `${card > top ? '+' : '−'}${by}`;
}

/** On which side of a top the cards lie that would help there, if there are any. */
export function helpOn(own: Own | null, pile: number, top: number): 'above' | 'below' | null {
  const one = own?.legal.find((each) => each.pile === pile && each.move === 'help');
  if (one === undefined) return null;
  return one.card > top ? 'above' : 'below';
}

/** Whether somebody should be asked before it is done. */
export function isRisky(legal: Legal | undefined): boolean {
  return legal !== undefined && (legal.dooms === true || typeof legal.breach === 'string');
}

/** The next card along the sorted hand, from the end it comes in by if none is picked. */
export function neighbour(
  hand: readonly number[],
  picked: number | null,
  step: 1 | -1,
): number | null {
  if (hand.length === 0) return null;
  const at = picked === null ? -1 : hand.indexOf(picked);
  if (at === -1) return (step === 1 ? hand[0] : hand.at(-1)) ?? null;
  return hand[(at + step + hand.length) % hand.length] ?? null;
}

export interface Typed {
  readonly digits: string;
  readonly card: number | null;
}

/**
 * Type a card's number. The card is picked as soon as it is certain; "2" picks the 2 and, if a "5"
 * follows, the 25. Digits that fit no card begin anew.
 */
export function typeDigit(hand: readonly number[], before: string, digit: string): Typed {
  for (const digits of [before + digit, digit]) {
    const fitting = hand.filter((card) => String(card).startsWith(digits));
    const exact = fitting.find((card) => String(card) === digits);
    if (exact !== undefined) return { digits, card: exact };
    if (fitting.length === 1) return { digits, card: fitting[0] ?? null };
    if (fitting.length > 1) return { digits, card: null };
  }
  return { digits: '', card: null };
}

/** The letters that name the piles on a keyboard, in the order the piles are shown. */
export const PILE_KEYS = ['a', 's', 'd', 'f', 'g', 'h'] as const;
