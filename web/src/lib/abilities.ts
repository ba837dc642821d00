/** What this browser lacks to play without a server. */

export type Lack = 'module' | 'vectors' | 'worker';

/** The smallest module that has a vector in it. */
const VECTORS = Uint8Array.of(
  ...[0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0],
  ...[10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11],
);

/** The first thing that is missing; null if nothing is. */
export function lackOf(world: Partial<typeof globalThis> = globalThis): Lack | null {
  if (typeof world.WebAssembly !== 'object') return 'module';
  if (!world.WebAssembly.validate(VECTORS)) return 'vectors';
  return typeof world.Worker === 'function' ? null : 'worker';
}
