/** The deal of a game: shuffled by secure random numbers, committed to by its hash. */

import { sha256Bytes } from '../sha256';
import { randomDigits, shuffled } from './chance';
import { gameOf, type Agreed } from './ruleset';

/** `salt` is '' for a prepared deal, whose hash nobody needs. */
export interface Dealt {
  readonly decks: readonly (readonly number[])[];
  readonly salt: string;
  readonly date: string;
}

export function hashDigits(text: string): string {
  const bytes = sha256Bytes(new TextEncoder().encode(text));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The day, in UTC. */
export function today(now = Date.now()): string {
  return new Date(now).toISOString().slice(0, 10);
}

export function drawDeal(agreed: Agreed): Dealt {
  const { decks, lowest, highest } = gameOf(agreed);
  const cards = Array.from({ length: highest - lowest + 1 }, (_, at) => lowest + at);
  return {
    decks: Array.from({ length: decks }, () => shuffled(cards)),
    salt: randomDigits(32),
    date: today(),
  };
}

/** The text that is hashed: anybody can check it, as the page for that does. */
export function dealText(agreed: Agreed, { decks, salt }: Dealt): string {
  const head = ['tenback deal 1', `${agreed.game} ${agreed.players}`];
  const layout = agreed.layout === '' ? [] : [agreed.layout];
  return [...head, ...layout, ...decks.map((deck) => deck.join(' ')), salt].join('\n');
}

export function commitmentOf(agreed: Agreed, dealt: Dealt): string {
  return dealt.salt === '' ? '' : hashDigits(dealText(agreed, dealt));
}

/** One of the candidates, drawn from the salt, which nobody knows before the game is over. */
export function drawLot(salt: string, candidates: readonly number[]): number {
  const bits = BigInt(`0x${hashDigits(`lot ${salt}`)}`);
  return candidates[Number(bits % BigInt(candidates.length))]!;
}

/** A seed for the random choices of bots, as secret as the deal. */
export function saltSeed(salt: string): bigint {
  return BigInt(`0x${hashDigits(`bots ${salt}`).slice(0, 15)}`);
}
