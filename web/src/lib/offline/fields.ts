/** The fields of a record in the module's memory, read and written by name. */

import type { Memory, RecordAt } from '../kernels/memory';

interface Field {
  readonly at: number;
  readonly kind: string;
  readonly shape: readonly number[];
}

interface Layout {
  readonly size: number;
  readonly fields: Readonly<Record<string, Field>>;
}

/** The most cards of a set: two words. */
const CARDS = 128;

export class Fields<L extends Layout> {
  constructor(
    private readonly memory: Memory,
    readonly place: RecordAt<L['size']>,
    private readonly layout: L,
  ) {}

  get(name: keyof L['fields'] & string, index = 0): number {
    const { at, kind } = this.#field(name);
    const view = this.#view();
    if (kind === 'i1') return view.getInt8(at + index);
    return Number(view.getBigInt64(at + 8 * index, true));
  }

  set(name: keyof L['fields'] & string, value: number, index = 0): void {
    const { at, kind } = this.#field(name);
    const view = this.#view();
    if (kind === 'i1') view.setInt8(at + index, value);
    else view.setBigInt64(at + 8 * index, BigInt(value), true);
  }

  list(name: keyof L['fields'] & string): number[] {
    return Array.from({ length: this.#field(name).shape[0] ?? 1 }, (_, at) => this.get(name, at));
  }

  /** The two words of a set of cards, of those a field has several of. */
  words(name: keyof L['fields'] & string, index: number): [bigint, bigint] {
    const { at } = this.#field(name);
    const view = this.#view();
    const start = at + 16 * index;
    return [view.getBigUint64(start, true), view.getBigUint64(start + 8, true)];
  }

  setWords(name: keyof L['fields'] & string, index: number, cards: readonly number[]): void {
    const mask = cards.reduce((all, card) => all | (1n << BigInt(card)), 0n);
    const start = this.#field(name).at + 16 * index;
    const view = this.#view();
    view.setBigUint64(start, BigInt.asUintN(64, mask), true);
    view.setBigUint64(start + 8, mask >> 64n, true);
  }

  /** The cards of a set, in order. */
  cards(name: keyof L['fields'] & string, index: number): number[] {
    return cardsOf(...this.words(name, index));
  }

  bytes(): Uint8Array {
    return this.memory.bytes(this.place);
  }

  #field(name: string): Field {
    const field = this.layout.fields[name];
    if (field === undefined) throw new Error(`there is no field ${name}`);
    return field;
  }

  #view(): DataView {
    const bytes = this.bytes();
    return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }
}

export function cardsOf(low: bigint, high: bigint): number[] {
  const mask = low | (high << 64n);
  return Array.from({ length: CARDS }, (_, card) => card).filter(
    (card) => (mask >> BigInt(card)) & 1n,
  );
}
