/** What this browser keeps of somebody's puzzles, by game: a rating, what was seen, what returns. */

import { recall, store } from './storage';
import type { PlayerRating, PuzzleJudged } from '../wire';

export interface Notebook {
  readonly player: PlayerRating;
  /** The numbers of the puzzles that were tried. */
  readonly seen: readonly number[];
  readonly right: number;
  /** How many in a row were right, each at the first try; not known in old notebooks. */
  readonly run?: number;
  /** The puzzles that were missed, each with how many others come before it. */
  readonly again: readonly { readonly id: string; readonly wait: number }[];
}

const NAME = 'puzzles.';
/** A puzzle that was missed comes back after so many others. */
const LATER = 4;
/** A first try moves a newcomer's rating by hundreds: it is shown once it says something. */
const SETTLED = 5;

export function newNotebook(player: PlayerRating): Notebook {
  return { player, seen: [], right: 0, run: 0, again: [] };
}

export function readNotebook(game: string, newcomer: PlayerRating): Notebook {
  try {
    const kept: unknown = JSON.parse(recall(NAME + game) ?? 'null');
    if (isNotebook(kept)) return kept;
  } catch {
    // what cannot be read begins anew
  }
  return newNotebook(newcomer);
}

export function keepNotebook(game: string, notebook: Notebook): void {
  store(NAME + game, JSON.stringify(notebook));
}

function isNotebook(kept: unknown): kept is Notebook {
  if (typeof kept !== 'object' || kept === null) return false;
  const { player, seen, right, run = 0, again } = kept as Record<string, unknown>;
  if (typeof player !== 'object' || player === null) return false;
  const { rating, deviation, volatility } = player as Record<string, unknown>;
  return (
    [rating, deviation, volatility, right, run].every((value) => Number.isFinite(value)) &&
    Array.isArray(seen) &&
    Array.isArray(again)
  );
}

export function numberOf(id: string): number {
  return Number(id.slice(id.lastIndexOf('-') + 1));
}

/** How many puzzles are still to be tried until the rating is shown. */
export function triesToRating({ seen }: Notebook): number {
  return Math.max(0, SETTLED - seen.length);
}

/** Whether a try at this puzzle counts: the first one does. */
export function counts(notebook: Notebook, id: string): boolean {
  return !notebook.seen.includes(numberOf(id));
}

/** The notebook after a try. */
export function afterTry(notebook: Notebook, id: string, judged: PuzzleJudged): Notebook {
  const isFirst = counts(notebook, id);
  const others = notebook.again.filter((each) => each.id !== id);
  return {
    player: judged.player ?? notebook.player,
    seen: isFirst ? [...notebook.seen, numberOf(id)] : notebook.seen,
    right: notebook.right + (isFirst && judged.right ? 1 : 0),
    run: isFirst ? (judged.right ? (notebook.run ?? 0) + 1 : 0) : (notebook.run ?? 0),
    again: judged.right ? others : [...others, { id, wait: LATER }],
  };
}

/** The notebook when another puzzle is wanted, and the one that returns, if one does. */
export function turnPage(notebook: Notebook): [Notebook, string | undefined] {
  const again = notebook.again.map(({ id, wait }) => ({ id, wait: wait - 1 }));
  return [{ ...notebook, again }, again.find(({ wait }) => wait < 0)?.id];
}
