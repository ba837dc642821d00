/** Checking a deal: SHA-256 of a text, by the browser where it may, else by our own code. */

import { sha256Bytes } from './sha256';

export type Means = 'browser' | 'own';

export interface Computed {
  readonly hash: string;
  readonly means: Means;
}

export interface Deal {
  readonly game: string;
  readonly players: number;
  readonly layout: string;
  readonly decks: readonly (readonly number[])[];
  readonly salt: string;
}

function hex(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The hash of a text. Browsers lend theirs only to pages that came over https or from here. */
export async function hashOf(text: string): Promise<Computed> {
  const bytes = new TextEncoder().encode(text);
  const subtle = globalThis.crypto?.subtle as SubtleCrypto | undefined;
  if (subtle === undefined) return { hash: hex(sha256Bytes(bytes)), means: 'own' };
  return { hash: hex(new Uint8Array(await subtle.digest('SHA-256', bytes))), means: 'browser' };
}

/** A text as it was hashed, from one that went through a mail or an editor on the way. */
export function tidy(text: string): string {
  return text.replace(/\r\n?/g, '\n').trim();
}

export function isHash(text: string): boolean {
  return /^[0-9a-f]{64}$/i.test(text.trim());
}

/** Read what the text of a proof says; null if it is none. */
export function readDeal(text: string): Deal | null {
  const lines = tidy(text).split('\n');
  const [head, what, ...rest] = lines;
  const salt = rest.pop();
  const named = /^(\w+) (\d+)$/.exec(what ?? '');
  if (head !== 'tenback deal 1' || named === null || salt === undefined || !isHash(salt))
    return null;
  const layout = rest[0] !== undefined && /^[\d ]+$/.test(rest[0]) ? '' : (rest.shift() ?? '');
  const decks = rest.map((line) => line.split(' ').map(Number));
  if (decks.length === 0 || decks.flat().some((card) => !Number.isInteger(card))) return null;
  return { game: named[1] ?? '', players: Number(named[2]), layout, decks, salt };
}
