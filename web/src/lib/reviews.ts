/** Asking the server for reviews: of a table's game, or of any record. */

import { ask, Failure, recordOf as recordOfGame } from './api';
import type { Attempt, NewAttempt, Replay, Review, ReviewUnderWay } from '../wire';

/** What a review is of. */
export type Reviewed =
  { readonly code: string; readonly number: number } | { readonly record: string };

export type Progress = Pick<ReviewUnderWay, 'done' | 'total'>;

/** How often the server is asked how far it is, in milliseconds. */
const PACE = 700;

const pathOf = (code: string, number: number) =>
  `/tables/${encodeURIComponent(code)}/games/${number}/review`;

function isReview(answer: Review | ReviewUnderWay): answer is Review {
  return 'curve' in answer;
}

/** The review that is kept with a game, or null. */
export async function keptReview(code: string, number: number): Promise<Review | null> {
  try {
    const answer = await ask<Review | ReviewUnderWay>('GET', pathOf(code, number));
    return isReview(answer) ? answer : null;
  } catch (error) {
    if (error instanceof Failure && error.code === 'NO_REVIEW') return null;
    throw error;
  }
}

/**
 * Have a game reviewed and wait for it. The server works on it as long as somebody asks: to give
 * up, abort the signal; the promise then never settles. What was broken off while this browser
 * slept is asked for again.
 */
export async function askReview(
  of: Reviewed,
  onprogress: (progress: Progress) => void = () => undefined,
  signal?: AbortSignal,
): Promise<Review> {
  const isTable = 'code' in of;
  const start = isTable ? pathOf(of.code, of.number) : '/reviews';
  const begin = () => ask<Review | ReviewUnderWay>('POST', start, isTable ? {} : of);
  let answer = await begin();
  while (!isReview(answer)) {
    onprogress(answer);
    const path = isTable ? start : `/reviews/${answer.id}`;
    await new Promise((resolve) => setTimeout(resolve, PACE));
    if (signal?.aborted) return new Promise(() => undefined);
    try {
      answer = await ask<Review | ReviewUnderWay>('GET', path);
    } catch (error) {
      if (!(error instanceof Failure) || error.code !== 'NO_REVIEW') throw error;
      answer = await begin();
    }
  }
  return answer;
}

export const replayOfRecord = (record: string) => ask<Replay>('POST', '/replays', { record });
export const judgeAttempt = (attempt: NewAttempt) => ask<Attempt>('POST', '/attempts', attempt);

/** The record of a finished game as text. */
export async function recordOf(of: Reviewed): Promise<string> {
  if ('record' in of) return of.record;
  return recordOfGame(of.code, of.number);
}
