// The memory of the compiled kernels: records and arrays at addresses, in the layout of NumPy's.

export type Int = number | bigint;
export type Word = bigint;

/** A record of so many bytes. */
export interface RecordAt<Size extends number> {
  readonly at: number;
  readonly size: Size;
}

/** An array of numbers or records, by the name of NumPy's kind and the number of dimensions. */
export interface ArrayAt<Kind extends string, Dimensions extends number> {
  readonly at: number;
  readonly kind: Kind;
  readonly shape: readonly number[] & { readonly length?: Dimensions };
}

const PAGE = 65536;
const ALIGNED = 16;

/** How many bytes an element of a kind takes: 'f4' four, 'V496' four hundred and ninety-six. */
export function bytesOf(kind: string): number {
  return Number(kind.slice(1));
}

/** Hands out memory, and takes back only what was for a moment: what a table needs is made once. */
export class Memory {
  readonly #memory: WebAssembly.Memory;
  #end: number;

  constructor(memory: WebAssembly.Memory, start: number) {
    this.#memory = memory;
    this.#end = start;
  }

  /** Where so many bytes are free; they may hold anything. */
  take(bytes: number): number {
    const at = Math.ceil(this.#end / ALIGNED) * ALIGNED;
    this.#end = at + bytes;
    const missing = this.#end - this.#memory.buffer.byteLength;
    if (missing > 0) this.#memory.grow(Math.ceil(missing / PAGE));
    return at;
  }

  /** Takes back what is handed out while something is done, which nobody may use any more. */
  during<Made>(work: () => Made): Made {
    const end = this.#end;
    try {
      return work();
    } finally {
      this.#end = end;
    }
  }

  record<Size extends number>(size: Size): RecordAt<Size> {
    return { at: this.take(size), size };
  }

  array<Kind extends string, Shape extends number[]>(
    kind: Kind,
    ...shape: Shape
  ): ArrayAt<Kind, Shape['length']> {
    const count = shape.reduce((product, length) => product * length, 1);
    return { at: this.take(count * bytesOf(kind)), kind, shape };
  }

  /** The bytes of a record or an array; to be asked for anew after memory was taken. */
  bytes(place: RecordAt<number> | ArrayAt<string, number>): Uint8Array {
    const size =
      'size' in place
        ? place.size
        : place.shape.reduce((product, length) => product * length, bytesOf(place.kind));
    return new Uint8Array(this.#memory.buffer, place.at, size);
  }

  /** So many 64-bit words at an address. */
  words(at: number, count: number): BigInt64Array {
    return new BigInt64Array(this.#memory.buffer, at, count);
  }
}
