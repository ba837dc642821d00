/** Asking the server for reviews: of a table's game, or of any record. */

import { ask, Failure, recordOf as recordOfGame } from './api';
import { isOwnCode } from './offline/codes';
import { Troubled } from './offline/requests';
import type { Attempt, NewAttempt, Replay, Review, ReviewUnderWay, SentDeal } from '../wire';

/** What a review is of. */
export type Reviewed =
  { readonly code: string; readonly number: number } | { readonly record: string };

export type ReviewProgress = Pick<ReviewUnderWay, 'done' | 'total'>;

/** How often the server is asked how far it is, in milliseconds. */
const PACE = 700;

const pathOf = (code: string, number: number) =>
  `/tables/${encodeURIComponent(code)}/games/${number}/review`;

/** Null: nobody has asked for it, or it was broken off. */
type Answer = Review | ReviewUnderWay | null;

function isReview(answer: Answer): answer is Review {
  return answer !== null && 'curve' in answer;
}

/** The review that is kept with a game, or null. */
export async function keptReview(code: string, number: number): Promise<Review | null> {
  const answer = await ask<Answer>('GET', pathOf(code, number));
  return isReview(answer) ? answer : null;
}

/** Have a game reviewed and wait for it: by the server or, if it is this device's, here. */
export async function askReview(
  of: Reviewed,
  onprogress: (progress: ReviewProgress) => void = () => undefined,
  signal?: AbortSignal,
): Promise<Review> {
  if ('code' in of && isOwnCode(of.code)) return reviewOnDevice(of, onprogress, signal);
  try {
    return await askServer(of, onprogress, signal);
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'UNREACHABLE') throw error;
    return reviewOnDevice(of, onprogress, signal).catch((lack: unknown) => {
      throw lack instanceof Failure && lack.code === 'NO_WORKER' ? error : lack;
    });
  }
}

async function reviewOnDevice(
  of: Reviewed,
  onprogress: (progress: ReviewProgress) => void,
  signal?: AbortSignal,
): Promise<Review> {
  try {
    const { reviewHere } = await import('./offline/answers');
    const record = await recordOf(of);
    return await reviewHere(record, {
      onprogress: (done) => onprogress({ done: Math.round(done * 100), total: 100 }),
      ...(signal && { signal }),
    });
  } catch (error) {
    if (signal?.aborted) return new Promise(() => undefined);
    if (error instanceof Failure) throw error;
    // Not every file may have come: the answers themselves are loaded when they are first needed.
    const { code, key, details } =
      error instanceof Troubled ? error : new Troubled('NO_WORKER', 'web.offline.no_worker');
    throw new Failure(code, key, details, code);
  }
}

/**
 * Have a game reviewed by the server and wait for it. The server works on it as long as somebody
 * asks: to give up, abort the signal; the promise then never settles. What was broken off while
 * this browser slept is asked for again.
 */
async function askServer(
  of: Reviewed,
  onprogress: (progress: ReviewProgress) => void,
  signal?: AbortSignal,
): Promise<Review> {
  const isTable = 'code' in of;
  const start = isTable ? pathOf(of.code, of.number) : '/reviews';
  let id = '';
  const look = async (): Promise<Answer> => {
    try {
      return await ask<Answer>('GET', isTable ? start : `${start}/${id}`);
    } catch (error) {
      if (error instanceof Failure && error.code === 'NO_REVIEW') return null;
      throw error;
    }
  };
  let answer: Answer = null;
  while (!isReview(answer)) {
    answer ??= await ask<Answer>('POST', start, isTable ? {} : of);
    if (signal?.aborted) return new Promise(() => undefined);
    if (answer === null || isReview(answer)) continue;
    onprogress(answer);
    id = answer.id;
    await new Promise((resolve) => setTimeout(resolve, PACE));
    if (!signal?.aborted) answer = await look();
  }
  return answer;
}

/** A record moment by moment, or its deal played by other turns. */
export const replayOfRecord = (record: string, turns?: SentDeal['turns']) =>
  ask<Replay>('POST', '/replays', { record, turns });
export const judgeAttempt = (attempt: NewAttempt) => ask<Attempt>('POST', '/attempts', attempt);

/** The record of a finished game as text. */
export async function recordOf(of: Reviewed): Promise<string> {
  if ('record' in of) return of.record;
  return recordOfGame(of.code, of.number);
}
