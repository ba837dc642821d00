/** The module as the worker has it, from the files in the repository. */

import { readFile } from 'node:fs/promises';
import { startMachine, type Machine } from '../../src/lib/offline/machine';

const PACKAGE = new URL('../../../src/tenback/', import.meta.url);

async function read(path: string): Promise<ArrayBuffer> {
  const bytes = await readFile(new URL(path, PACKAGE));
  return new Uint8Array(bytes).buffer;
}

let machine: Promise<Machine> | null = null;

export function testMachine(): Promise<Machine> {
  machine ??= startMachine({
    module: () => read('kernels/built/kernels.wasm'),
    network: (name) => read(`bots/value/networks/${name}.npz`),
  });
  return machine;
}
