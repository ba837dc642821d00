/** Looking back and practising, in the worker: what the page asks of it. */

import type {
  Attempt,
  Look,
  LookedAt,
  NewAttempt,
  NextPuzzle,
  Proof,
  PuzzleJudged,
  PuzzleList,
  PuzzleTry,
  PuzzleView,
  RecordSummary,
  Replay,
  Rescue,
  Review,
  SentDeal,
} from '../../wire';
import { answer } from './answering';
import { commitmentOf, dealText } from './deal';
import { lookAt } from './positions';
import { listPuzzles, nextPuzzle, showPuzzle, tryPuzzle } from './puzzles';
import { readRecord } from './reading';
import { jsonOf } from './record';
import { replayOfRecord, summaryOf } from './replays';
import { findRescue } from './rescue';
import { judgeAttempt, review, SAMPLES } from './review/game';

declare module './requests' {
  interface Requests {
    summary: { asked: string; answered: RecordSummary };
    replay: { asked: SentDeal; answered: Replay };
    rescue: { asked: string; answered: Rescue };
    review: { asked: string; answered: Review };
    attempt: { asked: NewAttempt; answered: Attempt };
    look: { asked: Look; answered: LookedAt };
    'record:json': { asked: string; answered: string };
    'record:proof': { asked: string; answered: Proof };
    'puzzle:list': { asked: null; answered: PuzzleList };
    'puzzle:next': { asked: NextPuzzle; answered: PuzzleView };
    'puzzle:show': { asked: string; answered: PuzzleView };
    'puzzle:try': { asked: { id: string; tried: PuzzleTry }; answered: PuzzleJudged };
  }
}

const WISH = { samples: SAMPLES, seed: 0 };

answer('summary', async (record, desk) => summaryOf(await desk.machine(), record));
answer('replay', async (deal, desk) => replayOfRecord(await desk.machine(), deal));
answer('rescue', async (record, desk) => findRescue(await desk.machine(), record));
answer('review', async (record, desk) =>
  review(await desk.machine(), record, WISH, async (done, all) => {
    desk.progress(done / all);
    await desk.pause();
  }),
);
answer('attempt', async (attempt, desk) => judgeAttempt(await desk.machine(), attempt, WISH));
answer('look', async (look, desk) => lookAt(await desk.machine(), look));
answer('record:json', (record) => jsonOf(readRecord(record)));
answer('record:proof', (record) => {
  const { agreed, dealt } = readRecord(record);
  const text = dealt.salt === '' ? null : dealText(agreed, dealt);
  return { commitment: commitmentOf(agreed, dealt), text };
});
answer('puzzle:list', () => listPuzzles());
answer('puzzle:next', (wanted) => nextPuzzle(wanted));
answer('puzzle:show', (id) => showPuzzle(id));
answer('puzzle:try', async ({ id, tried }, desk) => tryPuzzle(await desk.machine(), id, tried));
