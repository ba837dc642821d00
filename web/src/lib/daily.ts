/** The deal of the day as this browser knows it: what was begun here, and streaks. */

import type { DailyChain, DailyDay, DailySeat } from '../wire';
import { recall, store } from './storage';

/** The deals of a day; without a chain of keys they follow from the date alone. */
export type Day = Omit<DailyDay, 'chain'> & { readonly chain: DailyChain | null };

export interface BegunDaily {
  readonly code: string;
  readonly date: string;
  readonly game: string;
  readonly players: number;
  /** It is the first game of this deal here; others are for fun. */
  readonly counts: boolean;
}

export interface Streak {
  /** Days in a row up to today, or up to yesterday if today is still to come. */
  readonly days: number;
  readonly longest: number;
  readonly isToday: boolean;
}

const CLIENT = 'daily.client';
const BEGUN = 'daily.begun';
const MOST = 2000;
const DAY = 86_400_000;

/** A random word by which the server tells a first game from others; it says nothing of anybody. */
export function clientKey(): string {
  const known = recall(CLIENT);
  if (known !== null) return known;
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const made = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  store(CLIENT, made);
  return made;
}

function isBegun(entry: unknown): entry is BegunDaily {
  if (typeof entry !== 'object' || entry === null) return false;
  const { code, date, game, players, counts } = entry as Record<string, unknown>;
  return (
    typeof code === 'string' &&
    typeof date === 'string' &&
    typeof game === 'string' &&
    typeof players === 'number' &&
    typeof counts === 'boolean'
  );
}

/** The games of deals of the day begun here, oldest first. */
export function begunGames(): BegunDaily[] {
  try {
    const read: unknown = JSON.parse(recall(BEGUN) ?? '[]');
    return Array.isArray(read) ? read.filter(isBegun) : [];
  } catch {
    return [];
  }
}

export function noteBegun(seat: DailySeat, game: string, players: number): void {
  const { code, date, counts } = seat;
  const begun = [...begunGames(), { code, date, game, players, counts }];
  store(BEGUN, JSON.stringify(begun.slice(-MOST)));
}

/** The deal of the day that is played at a table, if it is one of ours. */
export function dailyAt(code: string, number: number): BegunDaily | undefined {
  return number === 1 ? begunGames().find((each) => each.code === code) : undefined;
}

/** The game of a deal that counts here. */
export function countedGame(
  begun: readonly BegunDaily[],
  date: string,
  game: string,
  players: number,
): BegunDaily | undefined {
  return begun.find(
    (each) => each.counts && each.date === date && each.game === game && each.players === players,
  );
}

/** Days in a row on which a deal was played to its end. */
export function streakOf(days: Iterable<string>, today: string): Streak {
  const numbers = [...new Set(days)].map(dayNumber).sort((one, other) => one - other);
  const now = dayNumber(today);
  let [run, longest, before] = [0, 0, NaN];
  for (const day of numbers) {
    run = day === before + 1 ? run + 1 : 1;
    longest = Math.max(longest, run);
    before = day;
  }
  return { days: before >= now - 1 ? run : 0, longest, isToday: before === now };
}

/** How long the streak was on each of the last days, today last; 0 on a day without a deal. */
export function lastDays(days: Iterable<string>, today: string, count: number): number[] {
  const played = new Set([...days].map(dayNumber));
  const lengths: number[] = [];
  for (let day = dayNumber(today) - count + 1; day <= dayNumber(today); day++) {
    let run = 0;
    while (played.has(day - run)) run += 1;
    lengths.push(run);
  }
  return lengths;
}

function dayNumber(date: string): number {
  return Math.round(Date.parse(`${date}T00:00:00Z`) / DAY);
}

/** The day before. */
export function dayBefore(date: string): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) - DAY).toISOString().slice(0, 10);
}
