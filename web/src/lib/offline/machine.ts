/** The compiled module with what it thinks with: records, tables, workspaces for searches. */

import type { Network, Search, Tables, Workspace } from '../kernels/interface';
import type { ArrayAt, Memory } from '../kernels/memory';
import { load, type Loaded } from '../kernels/module';
import type { Kernels } from '../kernels/interface';
import { data, type NetworkNames, type Shapes } from './data';
import { readArrays, reals, type NumpyArray } from './npz';
import { Troubled } from './requests';

/** Where the module and the networks come from. */
export interface Files {
  module(): Promise<ArrayBuffer>;
  network(name: string): Promise<ArrayBuffer>;
}

/** The parts of a network, in the order in which the module takes them. */
const PARTS = ['rows', 'first_bias', 'second', 'second_bias', 'last', 'last_bias'] as const;

export async function startMachine(files: Files): Promise<Machine> {
  if (typeof WebAssembly === 'undefined') {
    throw new Troubled('NO_WEBASSEMBLY', 'web.offline.no_webassembly');
  }
  const bytes = await files.module();
  try {
    return new Machine(await load(bytes), files);
  } catch {
    throw new Troubled('NO_WEBASSEMBLY', 'web.offline.no_webassembly');
  }
}

export class Machine {
  readonly kernels: Kernels;
  readonly memory: Memory;
  readonly #tables = new Map<string, Promise<Tables>>();
  readonly #searches = new Map<string, Promise<Search>>();
  readonly #numbers = new WeakMap<readonly number[], ArrayAt<'f8', 1>>();
  #workspace: Workspace | null = null;

  constructor(
    loaded: Loaded,
    private readonly files: Files,
  ) {
    this.kernels = loaded.kernels;
    this.memory = loaded.memory;
  }

  /** The tables of the network of a name, loaded once. */
  tables(name: string): Promise<Tables> {
    return this.#once(this.#tables, name, () => this.#readTables(name));
  }

  /** The workspace for valuing and searching turns with networks; for one decision at a time. */
  search({ first, second }: NetworkNames): Promise<Search> {
    return this.#once(this.#searches, first, async () => {
      const [tables, other] = await Promise.all([
        this.tables(first),
        second === null ? null : this.tables(second),
      ]);
      return this.#make(data.thinking.search, {
        ...meantBy('tables', tables),
        ...meantBy('second_tables', other ?? tables),
        asked: other === null ? 0 : data.thinking.asked,
      }) as Search;
    });
  }

  /** The workspace for decisions without a network. */
  get workspace(): Workspace {
    this.#workspace ??= this.#make(data.thinking.workspace, {}) as Workspace;
    return this.#workspace;
  }

  /** An array that holds these numbers; the same for the same list. */
  numbers(values: readonly number[]): ArrayAt<'f8', 1> {
    const known = this.#numbers.get(values);
    if (known !== undefined) return known;
    const array = this.memory.array('f8', values.length);
    const bytes = this.memory.bytes(array);
    new Float64Array(bytes.buffer, bytes.byteOffset, values.length).set(values);
    this.#numbers.set(values, array);
    return array;
  }

  #once<T>(kept: Map<string, Promise<T>>, name: string, make: () => Promise<T>): Promise<T> {
    const known = kept.get(name);
    if (known !== undefined) return known;
    const made = make();
    kept.set(name, made);
    made.catch(() => kept.delete(name)); // the next one tries again
    return made;
  }

  async #readTables(name: string): Promise<Tables> {
    const arrays = await readArrays(await this.files.network(name));
    const first = arrays.get('first_bias')?.shape[0] ?? 0;
    const second = arrays.get('last')?.shape[0] ?? 0;
    const sizes = { 'tables.first': first, 'tables.second': second };
    const tables = this.#make(data.thinking.tables, sizes) as Tables;
    this.memory.during(() => {
      const room = this.memory.array('f8', 2, first);
      this.kernels.tables_fill_tables(this.#network(name, arrays), tables, room);
    });
    return tables;
  }

  /** The weights of a network; its rows may be whole numbers with scales. */
  #network(name: string, arrays: ReadonlyMap<string, NumpyArray>): Network {
    const parts = PARTS.map((part) => {
      const array = arrays.get(part);
      if (array === undefined) throw new Error(`${name} is not a network: no ${part}`);
      const numbers = reals(array);
      if (part === 'rows' && array.kind === 'i1') scale(numbers, reals(arrays.get('scales')!));
      const taken = this.memory.array('f4', ...array.shape);
      const bytes = this.memory.bytes(taken);
      new Float32Array(bytes.buffer, bytes.byteOffset, numbers.length).set(numbers);
      return [part, taken];
    });
    return Object.fromEntries(parts) as Network;
  }

  #make(shapes: Shapes, meant: Readonly<Record<string, unknown>>): unknown {
    if (typeof shapes === 'string') return meant[shapes];
    if (isArray(shapes)) {
      const sizes = shapes.shape.map((size) => {
        return typeof size === 'number' ? size : (meant[size] as number);
      });
      const array = this.memory.array(shapes.kind, ...sizes);
      this.memory.bytes(array).fill(0);
      return array;
    }
    return Object.fromEntries(
      Object.entries(shapes).map(([name, inner]) => [name, this.#make(inner, meant)]),
    );
  }
}

/** What the words for a network's tables and the sizes of its layers stand for. */
function meantBy(name: string, tables: Tables): Readonly<Record<string, unknown>> {
  return {
    [name]: tables,
    [`${name}.first`]: tables.rows.shape[1],
    [`${name}.second`]: tables.last.shape[0],
  };
}

function isArray(shapes: Exclude<Shapes, string>): shapes is {
  readonly kind: string;
  readonly shape: readonly (number | string)[];
} {
  return typeof (shapes as { kind?: unknown }).kind === 'string';
}

/** Multiply each row by its scale, as 32-bit numbers. */
function scale(rows: Float32Array, scales: Float32Array): void {
  const width = rows.length / scales.length;
  for (let at = 0; at < rows.length; at += 1) {
    rows[at] = (rows[at] ?? 0) * (scales[Math.floor(at / width)] ?? 0);
  }
}

/** What each machine has one of, made when it is first asked for. */
export function perMachine<T>(make: (machine: Machine) => T): (machine: Machine) => T {
  const kept = new WeakMap<Machine, { readonly made: T }>();
  return (machine) => {
    const known = kept.get(machine) ?? { made: make(machine) };
    kept.set(machine, known);
    return known.made;
  };
}
