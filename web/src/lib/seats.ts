/** The keys to our seats, by the code of the table. Whoever has the key holds the seat. */

import { forget, recall, remembered, store } from './storage';
import type { Seated } from '../wire';

const HEAD = 'seat.';
/** When the seat was taken, in milliseconds. */
const TAKEN = 'seated.';

export function keepSeat(seated: Seated, now: number = Date.now()): void {
  store(HEAD + seated.code, seated.token);
  store(TAKEN + seated.code, String(now));
}

export function seatToken(code: string): string {
  return recall(HEAD + code) ?? '';
}

export function giveUpSeat(code: string): void {
  forget(HEAD + code);
  forget(TAKEN + code);
}

/** The tables where a seat is ours, the newest first; of old keys no time is known. */
export function tablesWithSeat(): string[] {
  const takenAt = (code: string) => Number(recall(TAKEN + code) ?? 0);
  const codes = remembered(HEAD).map((name) => name.slice(HEAD.length));
  return codes.sort((one, other) => takenAt(other) - takenAt(one));
}
