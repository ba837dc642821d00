/** What of the past is shown: a log of covered cards is an aid that a table may allow. */

import type { TableView } from '../wire';
import type { LogEntry } from './table.svelte';

/** The open turn and one round before it; everything where the table shows covered cards. */
export function lastRound(
  log: readonly LogEntry[],
  table: Pick<TableView, 'settings' | 'seats'> | null,
): LogEntry[] {
  if (table === null || table.settings.memory) return [...log];
  const ends = log.flatMap((entry, place) =>
    entry.happening.type === 'turn_ended' ? [place] : [],
  );
  const first = ends.at(-table.seats.length - 1);
  return log.slice(first === undefined ? 0 : first + 1);
}
