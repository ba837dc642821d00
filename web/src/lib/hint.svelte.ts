/** Asking for a hint and keeping it as long as it is about the turn at hand. */

import { laidSince, momentOf, stillOpen, type OpenTurn, type HintMoment } from './hint';
import type { TableStore } from './table.svelte';
import type { Hint } from '../wire';

interface Question {
  readonly id: string;
  readonly seq: number;
  readonly moment: HintMoment;
}

export class HintStore {
  #question = $state.raw<Question | null>(null);
  #hint = $state.raw<Hint | null>(null);
  #wanted = $state(0);

  /** Hints are for those who play with nobody else but bots. */
  readonly isOffered: boolean;
  readonly isWaiting: boolean;
  /** The server had no time for a hint; it may be asked for again. */
  readonly hasFailed: boolean;
  /** Whether a hint to this very position is there or on its way. */
  readonly isAsked: boolean;
  readonly turns: readonly OpenTurn[];
  readonly selected: OpenTurn | undefined;

  constructor(private readonly store: TableStore) {
    const now = $derived(store.play && momentOf(store.play));
    const since = $derived(now && this.#question && laidSince(this.#question.moment, now));
    this.isOffered = $derived(
      store.isMyTurn &&
        store.table!.seats.every(
          (seat, number) => number === store.you || seat === null || seat.kind === 'bot',
        ),
    );
    this.isWaiting = $derived(store.isMyTurn && since !== null && this.#hint === null);
    this.hasFailed = $derived(
      store.isMyTurn &&
        since?.length === 0 &&
        this.#hint?.turns.length === 0 &&
        store.own?.doomed === false,
    );
    this.isAsked = $derived(store.isMyTurn && since?.length === 0 && !this.hasFailed);
    this.turns = $derived(
      now && this.#question && this.#hint && store.isMyTurn
        ? stillOpen(this.#hint.turns, this.#question.moment, now)
        : [],
    );
    this.selected = $derived(this.turns.find(({ rank }) => rank === this.#wanted) ?? this.turns[0]);
  }

  /** A hint came and no turn is left to show. */
  get isEmpty(): boolean {
    return this.isAsked && this.#hint !== null && this.#hint.turns.length === 0;
  }

  /** Nobody waits for a line that is down to be told what to do next. */
  get mayAsk(): boolean {
    return this.isOffered && !this.isAsked && this.store.status === 'open';
  }

  get id(): string | undefined {
    return this.#question?.id;
  }

  ask(): void {
    const { play, seq } = this.store;
    if (!this.mayAsk || play === null) return;
    this.#hint = null;
    this.#wanted = 0;
    this.#question = { id: this.store.do({ type: 'ask_hint' }), seq, moment: momentOf(play) };
  }

  /** Take the answer, if it is to the last question. */
  hear(hint: Hint): void {
    if (this.#question !== null && hint.seq >= this.#question.seq) this.#hint = hint;
  }

  select(rank: number): void {
    this.#wanted = rank;
  }

  /** Wait no more; a question that has not gone out yet stays here. */
  withdraw(): void {
    if (this.#question !== null) this.store.withdraw(this.#question.id);
    this.forget();
  }

  forget(): void {
    this.#question = null;
    this.#hint = null;
  }

  /** The places of the selected turn's cards in it, from 1; for a card or a pile. */
  placesOf(what: 'card' | 'pile', which: number): number[] {
    return this.selected?.left.flatMap((each, at) => (each[what] === which ? [at + 1] : [])) ?? [];
  }
}
