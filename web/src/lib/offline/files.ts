/** Where the module and the networks are: files beside the page, with their digest in the name. */

import moduleAddress from '../../../../src/tenback/kernels/built/kernels.wasm?url';
import { Troubled } from './requests';
import type { Files } from './machine';

const networks = import.meta.glob<string>('../../../../src/tenback/bots/value/networks/*.npz', {
  eager: true,
  query: '?url',
  import: 'default',
});

/** The addresses of all networks, by name: what a service worker keeps. */
export const networkAddresses: ReadonlyMap<string, string> = new Map(
  Object.entries(networks).map(([path, address]) => [
    path.slice(path.lastIndexOf('/') + 1, -'.npz'.length),
    address,
  ]),
);
export { moduleAddress };

async function read(address: string): Promise<ArrayBuffer> {
  let answer: Response;
  try {
    answer = await fetch(address);
  } catch {
    throw new Troubled('UNREACHABLE', 'web.offline.no_file', { file: fileName(address) });
  }
  if (!answer.ok) {
    throw new Troubled('UNREACHABLE', 'web.offline.no_file', { file: fileName(address) });
  }
  return answer.arrayBuffer();
}

function fileName(address: string): string {
  return address.slice(address.lastIndexOf('/') + 1);
}

export const files: Files = {
  module: () => read(moduleAddress),
  network: (name) => {
    const address = networkAddresses.get(name);
    if (address === undefined) throw new Error(`there is no network ${name}`);
    return read(address);
  },
};
