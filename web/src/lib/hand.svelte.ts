/** The card in mid-air: picked, dragged, about to be laid, perhaps to be thought over. */

import { isRisky, neighbour, playableCards, targetsOf, typeDigit } from './moves';
import { depart } from './flights';
import type { Legal } from '../wire';
import type { TableStore } from './table.svelte';

export type Question = { kind: 'place'; legal: Legal } | { kind: 'end' };

export class HandStore {
  picked = $state<number | null>(null);
  question = $state.raw<Question | null>(null);
  drag = $state.raw<{ x: number; y: number; over: number | null } | null>(null);

  readonly targets: Map<number, Legal>;
  readonly playable: Set<number>;

  #typed = '';

  constructor(private readonly store: TableStore) {
    this.targets = $derived(targetsOf(store.own, this.picked));
    this.playable = $derived(playableCards(store.own));
  }

  get cards(): readonly number[] {
    return this.store.own?.hand ?? [];
  }

  pick(card: number): void {
    this.question = null;
    this.picked = card;
  }

  toggle(card: number): void {
    if (this.picked === card) this.drop();
    else this.pick(card);
  }

  drop(): void {
    this.picked = null;
    this.question = null;
    this.drag = null;
    this.#typed = '';
  }

  /** Forget a card that is no longer ours to lay. */
  settle(): void {
    if (this.picked !== null && !this.cards.includes(this.picked)) this.drop();
    this.question = null;
  }

  step(direction: 1 | -1): void {
    const next = neighbour(this.cards, this.picked, direction);
    if (next !== null) this.pick(next);
  }

  type(digit: string): void {
    const { digits, card } = typeDigit(this.cards, this.#typed, digit);
    this.#typed = digits;
    if (card !== null) this.pick(card);
  }

  /** Lay the picked card; a risky move is asked about. What is not allowed the referee explains. */
  lay(pile: number): void {
    const card = this.picked;
    if (card === null) return;
    const legal = this.targets.get(pile);
    if (legal !== undefined && isRisky(legal)) this.question = { kind: 'place', legal };
    else this.#place(card, pile);
  }

  end(): void {
    if (this.store.own?.end_breach) this.question = { kind: 'end' };
    else this.store.do({ type: 'end_turn' });
  }

  takeBack(): void {
    this.store.do({ type: 'take_back' });
  }

  /** Do it all the same. */
  confirm(): void {
    const question = this.question;
    this.question = null;
    if (question?.kind === 'place') this.#place(question.legal.card, question.legal.pile);
    if (question?.kind === 'end') this.store.do({ type: 'end_turn' });
  }

  #place(card: number, pile: number): void {
    depart(card, this.drag);
    this.#typed = '';
    this.store.do({ type: 'place', card, pile });
  }
}
