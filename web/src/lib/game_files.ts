/** The own games as one file, and what a file or a text that somebody brings may be. */

import type { GameKey } from './shelf';
import { isPlayed, type PlayedGame } from './statistics';

const FORMAT = 'tenback games 1';

/** Everything in one file: the games, and their records by code and number. */
export interface Bundle {
  readonly games: readonly PlayedGame[];
  readonly records: ReadonlyMap<GameKey, string>;
}

export function writeBundle(bundle: Bundle): string {
  const records = [...bundle.records].map(([{ code, number }, record]) => ({
    code,
    number,
    record,
  }));
  return JSON.stringify({ format: FORMAT, games: bundle.games, records }, null, 1);
}

/** The games in a file of ours; null if it is something else, such as a single record. */
export function readBundle(text: string): Bundle | null {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof read !== 'object' || read === null) return null;
  const { format, games, records } = read as Record<string, unknown>;
  if (format !== FORMAT || !Array.isArray(games)) return null;
  const kept = games.filter(isPlayed);
  return { games: kept, records: recordsOf(Array.isArray(records) ? records : [], kept) };
}

function recordsOf(entries: unknown[], games: readonly PlayedGame[]): Map<GameKey, string> {
  const found = new Map<GameKey, string>();
  for (const entry of entries) {
    if (typeof entry !== 'object' || entry === null) continue;
    const { code, number, record } = entry as Record<string, unknown>;
    const game = games.find((each) => each.code === code && each.number === number);
    if (game !== undefined && typeof record === 'string') found.set(game, record);
  }
  return found;
}

/** Games of a bundle that are not here yet; what is known here stays as it is. */
export function newIn(bundle: Bundle, known: readonly PlayedGame[]): PlayedGame[] {
  return bundle.games.filter(
    (each) => !known.some((one) => one.code === each.code && one.number === each.number),
  );
}
