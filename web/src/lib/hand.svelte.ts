/** The card in mid-air: picked, dragged, about to be laid, perhaps to be thought over. */

import { afterwards, SOON } from './afterwards';
import { isRisky, neighbour, playableCards, targetsOf, typeDigit } from './moves';
import { depart } from './flights';
import type { Legal } from '../wire';
import type { TableStore } from './table.svelte';

export type Question = { kind: 'place'; legal: Legal } | { kind: 'end' };

export interface Drag {
  readonly x: number;
  readonly y: number;
  readonly over: number | null;
}

export class HandStore {
  picked = $state<number | null>(null);
  /** The same for the light on the piles, their tags, and labels: no frame has to do it all. */
  lit = $state<number | null>(null);
  marked = $state<number | null>(null);
  told = $state<number | null>(null);
  question = $state.raw<Question | null>(null);
  /** How far the picked card has been dragged from its place, and over which pile it is. */
  drag = $state.raw<Drag | null>(null);
  /** The card was chosen once more, and several piles take it. */
  asking = $state(false);

  readonly targets: Map<number, Legal>;
  readonly litTargets: Map<number, Legal>;
  readonly markedTargets: Map<number, Legal>;
  readonly toldTargets: Map<number, Legal>;
  readonly playable: Set<number>;

  #typed = '';

  constructor(private readonly store: TableStore) {
    this.targets = $derived(targetsOf(store.own, this.picked));
    this.litTargets = $derived(targetsOf(store.own, this.lit));
    this.markedTargets = $derived(targetsOf(store.own, this.marked));
    this.toldTargets = $derived(targetsOf(store.words.own, this.told));
    this.playable = $derived(playableCards(store.own));
  }

  get cards(): readonly number[] {
    return this.store.own?.hand ?? [];
  }

  pick(card: number): void {
    this.question = null;
    this.asking = false;
    this.picked = card;
    this.#follow();
  }

  /** Let piles and labels say what is picked. */
  #follow(): void {
    afterwards(() => (this.lit = this.picked), SOON);
    afterwards(() => (this.marked = this.picked), 2 * SOON);
    afterwards(() => (this.told = this.picked));
  }

  /** Pick a card; chosen once more, it is laid where only one pile takes it, else it asks where. */
  choose(card: number): void {
    if (this.picked !== card) {
      this.pick(card);
      return;
    }
    const [only, ...others] = this.targets.keys();
    if (only !== undefined && others.length === 0) this.lay(only);
    else if (this.store.isMyTurn) this.asking = true;
    else this.drop();
  }

  drop(): void {
    this.asking = false;
    this.picked = null;
    this.#follow();
    this.question = null;
    this.drag = null;
    this.#typed = '';
  }

  /** Forget a card that is no longer ours to lay, before anything says that it fits nowhere. */
  settle(): void {
    if (this.picked !== null && !this.cards.includes(this.picked)) {
      this.drop();
      this.lit = null;
      this.marked = null;
    }
    this.question = null;
    this.asking = false;
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
    depart(card);
    this.#typed = '';
    this.store.do({ type: 'place', card, pile });
  }
}
