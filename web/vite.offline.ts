/** What the client needs to work without a server: a policy in the page, and a list of its files. */

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Plugin } from 'vite';

const WORKER = 'service-worker.js';
/** Files that every visit has to do with are kept at once, these when there is time. */
const LATER = /\.(npz|jsonl)$/;
/** Files of the package: a server has them anyway, and sends them under the same name. */
const SHARED = /\.(npz|jsonl|wasm)$/;

/** Nothing but our own files; compiled code is no text that is evaluated. */
const POLICY = [
  "default-src 'self'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "img-src 'self' data:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** Writes the policy into the page: a plain web host sends no headers for us. */
export function policyInPage(): Plugin {
  const tag = 'meta';
  const attrs = { 'http-equiv': 'Content-Security-Policy', content: POLICY };
  return {
    name: 'tenback-policy',
    transformIndexHtml: () => [{ tag, attrs, injectTo: 'head-prepend' }],
  };
}

function filesIn(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? filesIn(path) : [path];
  });
}

function digestOf(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 16);
}

/** Tells the service worker which files there are, each with a digest. */
export function listedFiles(isSite: boolean): Plugin {
  return {
    name: 'tenback-files',
    apply: 'build',
    writeBundle: ({ dir = '' }) => {
      const listed = filesIn(dir)
        .map((path): [string, string] => [relative(dir, path), digestOf(readFileSync(path))])
        .filter(([address]) => address !== WORKER)
        .sort(([one], [other]) => (one < other ? -1 : 1));
      const path = join(dir, WORKER);
      const code = readFileSync(path, 'utf-8');
      if (!code.includes('__FILES__')) throw new Error(`${WORKER} has no place for its files`);
      const told = {
        // The worker's own code is part of a version.
        version: digestOf(JSON.stringify(listed) + code),
        now: listed.filter(([address]) => !LATER.test(address)),
        later: listed.filter(([address]) => LATER.test(address)),
      };
      writeFileSync(path, code.replace('__FILES__', JSON.stringify(told)));
      if (isSite) return;
      for (const [address] of listed) if (SHARED.test(address)) rmSync(join(dir, address));
    },
  };
}
