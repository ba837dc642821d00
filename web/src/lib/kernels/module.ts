// Calls the kernels that were compiled to WebAssembly: a call is a row of 64-bit words, first those
// for what the function returns, then its arguments (src/tenback/kernels/words.py).

import { FUNCTIONS, TYPES, type Kernels } from './interface';
import { Memory, type ArrayAt, type RecordAt } from './memory';

type Kind = string | readonly Kind[];
type Result = number | bigint | boolean;

const ROOM = 512;
const real = new Float64Array(1);
const bits = new BigInt64Array(real.buffer);

function parts(kind: Kind): readonly Kind[] | undefined {
  return typeof kind === 'string' ? (TYPES as Record<string, readonly Kind[]>)[kind] : kind;
}

/** Writes an argument at a place of the row; returns the place behind it. */
function write(kind: Kind, value: unknown, row: BigInt64Array, place: number): number {
  const inner = parts(kind);
  if (inner) {
    const values = Object.values(value as object) as unknown[];
    return inner.reduce<number>((at, part, index) => write(part, values[index], row, at), place);
  }
  if (kind === 'none') return place;
  if (kind === 'real') {
    real[0] = value as number;
    row[place] = bits[0] ?? 0n;
  } else if (typeof value === 'object') {
    row[place] = BigInt((value as RecordAt<number>).at);
    for (const length of (value as ArrayAt<string, number>).shape ?? []) {
      place += 1;
      row[place] = BigInt(length);
    }
  } else row[place] = BigInt(value as number | bigint | boolean);
  return place + 1;
}

function read(kind: string, word: bigint): Result {
  if (kind === 'word') return BigInt.asUintN(64, word);
  if (kind === 'bool') return word !== 0n;
  if (kind === 'int') return Number(word);
  bits[0] = word;
  return real[0] ?? 0;
}

/** The kernels and their memory. */
export interface Loaded {
  readonly kernels: Kernels;
  readonly memory: Memory;
}

/** Starts the compiled module; its functions take records and arrays of its own memory. */
export async function load(source: BufferSource): Promise<Loaded> {
  const { instance } = await WebAssembly.instantiate(source);
  const exported = instance.exports as Record<string, unknown>;
  const base = exported['__heap_base'] as WebAssembly.Global<'i32'>;
  const memory = new Memory(exported['memory'] as WebAssembly.Memory, base.value);
  const at = memory.take(ROOM * 8);
  const kernels = Object.entries(FUNCTIONS).map(([symbol, { arguments: kinds, results }]) => {
    const run = exported[symbol] as (words: number) => number;
    const call = (...values: unknown[]): unknown => {
      const row = memory.words(at, ROOM);
      let place: number = results.length;
      kinds.forEach((kind, index) => {
        place = write(kind, values[index], row, place);
      });
      if (run(at) !== 0) throw new Error(`${symbol}: compiled code has failed`);
      const found = results.map((kind, index) => read(kind, row[index] ?? 0n));
      return found.length > 1 ? found : found[0];
    };
    return [symbol, call];
  });
  return { kernels: Object.fromEntries(kernels) as Kernels, memory };
}
