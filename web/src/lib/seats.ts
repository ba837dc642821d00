/** The keys to our seats, by the code of the table. Whoever has the key holds the seat. */

import { forget, recall, remembered, store } from './storage';
import type { Seated } from '../wire';

const HEAD = 'seat.';

export function keepSeat(seated: Seated): void {
  store(HEAD + seated.code, seated.token);
}

export function seatToken(code: string): string {
  return recall(HEAD + code) ?? '';
}

export function giveUpSeat(code: string): void {
  forget(HEAD + code);
}

export function tablesWithSeat(): string[] {
  return remembered(HEAD).map((name) => name.slice(HEAD.length));
}
