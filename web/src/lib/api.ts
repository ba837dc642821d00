/** Asking the server over HTTP. What fails is a `Failure` with a sentence's key. */

import type {
  Catalogue,
  DailyDay,
  DailySeat,
  ExampleView,
  LessonTable,
  Look,
  LookedAt,
  NewAgain,
  NewDaily,
  NewLesson,
  NewSeat,
  NewTable,
  NextPuzzle,
  Placed,
  Problem,
  Proof,
  PuzzleJudged,
  PuzzleList,
  PuzzleTry,
  PuzzleView,
  RecordSummary,
  Replay,
  Rescue,
  Seated,
  Share,
  TableList,
  TableSummary,
} from '../wire';
import { HAS_SERVER } from './addresses';
import { seatToken } from './seats';
import type { Details } from './sentence';

export class Failure extends Error {
  constructor(
    readonly code: string,
    readonly key: string,
    readonly details: Details,
    message: string,
  ) {
    super(message);
  }
}

/** Codes of failures after which it is worth looking for an answer here. */
const WITHOUT_SERVER = ['NO_SERVER', 'UNREACHABLE'];

function isProblem(body: unknown): body is Problem {
  return typeof body === 'object' && body !== null && 'code' in body && 'key' in body;
}

/** The key to a seat at the table of a game: some games are told to nobody else at first. */
function keyFor(path: string): Record<string, string> {
  const code = /^\/tables\/([^/]+)\/games\//.exec(path)?.[1];
  const token = code === undefined ? '' : seatToken(code);
  return token === '' ? {} : { Authorization: `Bearer ${token}` };
}

async function send(method: string, path: string, body?: unknown): Promise<Response> {
  if (!HAS_SERVER) {
    throw new Failure('NO_SERVER', 'web.failure.no_server', {}, 'this page has no server');
  }
  let answer: Response;
  try {
    answer = await fetch(`/api${path}`, {
      method,
      headers: {
        ...keyFor(path),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new Failure('UNREACHABLE', 'web.failure.unreachable', {}, 'the server is unreachable');
  }
  if (answer.ok) return answer;
  const read: unknown = await answer.json().catch(() => null);
  if (isProblem(read)) throw new Failure(read.code, read.key, read.details, read.message);
  throw new Failure('FAILED', 'web.failure.status', { status: answer.status }, answer.statusText);
}

/** The answer that is found here, where no server gives one; its failure if there is none here. */
async function findHere(failure: unknown, method: string, path: string, body?: unknown) {
  if (!(failure instanceof Failure) || !WITHOUT_SERVER.includes(failure.code)) throw failure;
  const [{ answerHere }, { Troubled }] = await Promise.all([
    import('./offline/answers'),
    import('./offline/requests'),
  ]);
  const found = await answerHere(method, path, body).catch((error: unknown) => {
    if (!(error instanceof Troubled)) throw error;
    throw new Failure(error.code, error.key, error.details, error.message);
  });
  if (found === undefined) throw failure;
  return found;
}

export async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  let answer: Response;
  try {
    answer = await send(method, path, body);
  } catch (failure) {
    return (await findHere(failure, method, path, body)) as T;
  }
  return (await answer.json().catch(() => null)) as T; // nothing, where nothing was answered
}

export const openTable = (table: NewTable) => ask<Seated>('POST', '/tables', table);
export const sharedAddress = () => ask<Share>('GET', '/share');
export const listTables = () => ask<TableList>('GET', '/tables');
export const lookAtTable = (code: string) =>
  ask<TableSummary>('GET', `/tables/${encodeURIComponent(code)}`);
export const takeSeat = (code: string, seat: NewSeat) =>
  ask<Seated>('POST', `/tables/${encodeURIComponent(code)}/seats`, seat);
export const openLesson = (game: string, lesson: NewLesson) =>
  ask<LessonTable>('POST', `/tutorials/${encodeURIComponent(game)}`, lesson);
const gamePath = (code: string, number: number) =>
  `/tables/${encodeURIComponent(code)}/games/${number}`;
export const replayOf = (code: string, number: number) =>
  ask<Replay>('GET', `${gamePath(code, number)}/replay`);
export const rescueOf = (code: string, number: number) =>
  ask<Rescue>('GET', `${gamePath(code, number)}/rescue`);
export const proofOf = (code: string, number: number) =>
  ask<Proof>('GET', `${gamePath(code, number)}/proof`);
export async function recordOf(
  code: string,
  number: number,
  format: 'text' | 'json' = 'text',
): Promise<string> {
  const path = `${gamePath(code, number)}/record?format=${format}`;
  try {
    return await (await send('GET', path)).text();
  } catch (failure) {
    return (await findHere(failure, 'GET', path)) as string;
  }
}
export const readSummary = (record: string) => ask<RecordSummary>('POST', '/records', { record });
export const playDealAgain = (again: NewAgain) => ask<Seated>('POST', '/deals', again);
export const showToday = () => ask<DailyDay>('GET', '/daily');
export const showDay = (date: string) => ask<DailyDay>('GET', `/daily/${date}`);
export const playDaily = (game: string, players: number, seat: NewDaily) =>
  ask<DailySeat>('POST', `/daily/${encodeURIComponent(game)}/${players}`, seat);
export const dailyLine = (date: string, game: string, players: number, author: string) =>
  ask<Replay>('GET', `/daily/${date}/${encodeURIComponent(game)}/${players}/${author}`);
export const listExamples = (game: string) =>
  ask<ExampleView[]>('GET', `/examples/${encodeURIComponent(game)}`);
export const exampleAfter = (game: string, rule: string, laid: readonly Placed[]) => {
  const cards = laid.map(({ card, pile }) => `${card}-${pile}`).join(',');
  const path = `/examples/${encodeURIComponent(game)}/${encodeURIComponent(rule)}`;
  return ask<ExampleView>('GET', `${path}?laid=${cards}`);
};
export const lookAt = (look: Look) => ask<LookedAt>('POST', '/positions/look', look);
export const listPuzzles = () => ask<PuzzleList>('GET', '/puzzles');
export const nextPuzzle = (wanted: NextPuzzle) => ask<PuzzleView>('POST', '/puzzles/next', wanted);
const puzzlePath = (id: string) => `/puzzles/${encodeURIComponent(id)}`;
export const showPuzzle = (id: string) => ask<PuzzleView>('GET', puzzlePath(id));
export const tryPuzzle = (id: string, turn: PuzzleTry) =>
  ask<PuzzleJudged>('POST', `${puzzlePath(id)}/tries`, turn);
export const showCatalogue = () => ask<Catalogue>('GET', '/catalogue');
