/**
 * What is answered here where no server does: the same questions as over HTTP, the same answers.
 * What can be answered besides gets a row.
 */

import type { Look, NewAttempt, NextPuzzle, PuzzleTry, Replay, Review, SentDeal } from '../../wire';
import { recordOf } from './device';
import { engine, type AskingOptions } from './engine';
import { Troubled } from './requests';

type Answer = (body: unknown, ...parts: string[]) => unknown;

const reviews = new Map<string, Review>();

/** A review by this device; made once as long as the page is open. */
export async function reviewHere(record: string, options: AskingOptions = {}): Promise<Review> {
  const found = reviews.get(record) ?? (await engine.ask('review', record, options));
  reviews.set(record, found);
  return found;
}

async function replayHere(code: string, number: string): Promise<Replay> {
  const record = await recordOf(code, Number(number));
  const replay = await engine.ask('replay', { record });
  return { ...replay, code, number: Number(number) };
}

/** The review of a game, if it has been made already. */
async function keptReview(code: string, number: string): Promise<Review> {
  const found = reviews.get(await recordOf(code, Number(number)));
  if (found === undefined) throw new Troubled('NO_REVIEW', 'refusal.NO_REVIEW');
  return found;
}

const GAME = '/tables/([^/]+)/games/(\\d+)';
/** Questions as METHOD /path, with a group for each part that differs. */
const ROWS: readonly (readonly [RegExp, Answer])[] = [
  [new RegExp(`^GET ${GAME}/replay$`), (_, code, number) => replayHere(code, number)],
  [new RegExp(`^GET ${GAME}/review$`), (_, code, number) => keptReview(code, number)],
  [
    new RegExp(`^GET ${GAME}/rescue$`),
    async (_, code, number) => engine.ask('rescue', await recordOf(code, Number(number))),
  ],
  [/^POST \/records$/, (body) => engine.ask('summary', (body as SentDeal).record)],
  [/^POST \/replays$/, (body) => engine.ask('replay', body as SentDeal)],
  [/^POST \/attempts$/, (body) => engine.ask('attempt', body as NewAttempt)],
  [/^POST \/positions\/look$/, (body) => engine.ask('look', body as Look)],
  [/^GET \/puzzles$/, () => engine.ask('puzzle:list', null)],
  [/^POST \/puzzles\/next$/, (body) => engine.ask('puzzle:next', body as NextPuzzle)],
  [/^GET \/puzzles\/([^/]+)$/, (_, id) => engine.ask('puzzle:show', id)],
  [
    /^POST \/puzzles\/([^/]+)\/tries$/,
    (body, id) => engine.ask('puzzle:try', { id, tried: body as PuzzleTry }),
  ],
];

/** The answer to a question; undefined if only a server has one. What fails is `Troubled`. */
export async function answerHere(method: string, path: string, body: unknown): Promise<unknown> {
  const question = `${method} ${path}`;
  for (const [pattern, find] of ROWS) {
    const found = pattern.exec(question);
    if (found !== null) return await find(body, ...found.slice(1).map(decodeURIComponent));
  }
  return undefined;
}
