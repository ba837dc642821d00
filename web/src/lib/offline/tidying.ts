/** Puts tables of this device away that nobody comes back to; without it they would pile up. */

import { games } from '../games.svelte';
import { giveUpSeat, tablesWithSeat } from '../seats';
import { engine } from './engine';

/** So long somebody may come back to a finished table, for another game. */
const DAY = 86_400_000;

export async function tidy(now: number = Date.now()): Promise<void> {
  if (games.trouble !== null) return; // then a table may be the only place where a game is kept
  const before = now - DAY;
  const kept = games.all.filter((each) => each.kept === true && each.at < before);
  const keys = kept.map(({ code, number }) => ({ code, number }));
  const asked = { before, seats: tablesWithSeat(), kept: keys };
  for (const code of await engine.ask('table:tidy', asked)) giveUpSeat(code);
}
