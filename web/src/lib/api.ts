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
import type { Day } from './daily';
import { isOwnCode } from './offline/codes';
import { Troubled } from './offline/requests';
import { seatToken } from './seats';
import type { Details } from './sentence';
import { whereAlone } from './where';

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

function isProblem(body: unknown): body is Problem {
  return typeof body === 'object' && body !== null && 'code' in body && 'key' in body;
}

/** The key to a seat at the table of a game: some games are told to nobody else at first. */
function keyFor(path: string): Record<string, string> {
  const code = /^\/tables\/([^/]+)\/games\//.exec(path)?.[1];
  const token = code === undefined ? '' : seatToken(code);
  return token === '' ? {} : { Authorization: `Bearer ${token}` };
}

/** What this device can tell as well: a server that is silent this long is not waited for. */
const TOLD_HERE = /^\/(puzzles|positions|examples|records|replays)\b/;
const PATIENCE = 6_000;

async function send(method: string, path: string, body?: unknown): Promise<Response> {
  if (!HAS_SERVER) throw noServer();
  let answer: Response;
  try {
    answer = await fetch(`/api${path}`, {
      method,
      headers: {
        ...keyFor(path),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: TOLD_HERE.test(path) ? AbortSignal.timeout(PATIENCE) : undefined,
    });
  } catch {
    throw new Failure('UNREACHABLE', 'web.failure.unreachable', {}, 'the server is unreachable');
  }
  if (answer.ok) return answer;
  const read: unknown = await answer.json().catch(() => null);
  if (isProblem(read)) throw new Failure(read.code, read.key, read.details, read.message);
  throw new Failure('FAILED', 'web.failure.status', { status: answer.status }, answer.statusText);
}

/** The code of the table that a question is about. */
const tableIn = (path: string) => /^\/tables\/([^/]+)/.exec(path)?.[1] ?? '';

const noServer = () =>
  new Failure('UNREACHABLE', 'web.failure.no_server', {}, 'there is no server to ask');

/** The answer of this device; the failure if it has none. */
async function answerHere<T>(failure: Failure, method: string, path: string, body: unknown) {
  const found = await onDevice((device) => device.answer<T | undefined>(method, path, body));
  if (found === undefined) throw failure;
  return found;
}

/**
 * Ask, and read the answer. A question about a table of this device's, or one that no server
 * answers, is answered here, if it can be.
 */
export async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  if (isOwnCode(tableIn(path))) return answerHere<T>(noServer(), method, path, body);
  let answer: Response;
  try {
    answer = await send(method, path, body);
  } catch (failure) {
    if (!(failure instanceof Failure) || !NO_SERVER.includes(failure.code)) throw failure;
    return answerHere<T>(failure, method, path, body).catch((lack: unknown) => {
      throw HAS_SERVER && lack instanceof Failure && LACKS.includes(lack.code) ? failure : lack;
    });
  }
  return (await answer.json().catch(() => null)) as T; // nothing, where nothing was answered
}

type Device = typeof import('./offline/device');

/** Ask this device itself; what fails is a `Failure` as well. */
async function onDevice<T>(find: (device: Device) => Promise<T>): Promise<T> {
  try {
    return await find(await import('./offline/device'));
  } catch (error) {
    if (error instanceof Failure) throw error;
    const { code, key, details } =
      error instanceof Troubled ? error : new Troubled('NO_WORKER', 'web.offline.no_worker');
    throw new Failure(code, key, details, code);
  }
}

/** Trouble with the device itself: a server may still do what it cannot. */
const UNABLE = ['NO_WORKER', 'NO_WEBASSEMBLY', 'UNREACHABLE', 'INTERNAL'];
/** The device has nothing to answer from: then the news is that the server did not answer. */
const LACKS = [...UNABLE, 'NO_TABLE', 'NO_SUCH_GAME'];
/** Nobody answered, or something that is no server of ours. */
const NO_SERVER = ['UNREACHABLE', 'FAILED'];

/** Ask the device and, if it is not able to, the server; or the other way round. */
async function hereOrThere<T>(
  here: (device: Device) => Promise<T>,
  there: () => Promise<T>,
): Promise<T> {
  const isHere = whereAlone() === 'device';
  const ways = [() => onDevice(here), there];
  const [first, second] = isHere ? ways : ways.reverse();
  try {
    return await first!();
  } catch (error) {
    const codes = isHere ? [...UNABLE, 'RECORD'] : NO_SERVER; // a server reads more records
    if (!(error instanceof Failure) || !codes.includes(error.code)) throw error;
    return second!().catch(() => {
      throw error;
    });
  }
}

/** A table where nobody else is expected is this device's own; any other is the server's. */
export function openTable(table: NewTable): Promise<Seated> {
  const there = () => ask<Seated>('POST', '/tables', table);
  return table.start === true ? hereOrThere((device) => device.openTable(table), there) : there();
}
export const sharedAddress = () => ask<Share>('GET', '/share');
export const listTables = () => ask<TableList>('GET', '/tables');
export const lookAtTable = (code: string) =>
  isOwnCode(code)
    ? onDevice((device) => device.lookAtTable(code))
    : ask<TableSummary>('GET', `/tables/${encodeURIComponent(code)}`);
/** Remove a damaged table of this device; whether it was damaged. */
export const removeDamaged = (code: string) => onDevice((device) => device.removeDamaged(code));
export const takeSeat = (code: string, seat: NewSeat) =>
  ask<Seated>('POST', `/tables/${encodeURIComponent(code)}/seats`, seat);
export const openLesson = (game: string, lesson: NewLesson) =>
  hereOrThere(
    (device) => device.openLesson(game, lesson),
    () => ask<LessonTable>('POST', `/tutorials/${encodeURIComponent(game)}`, lesson),
  );
const gamePath = (code: string, number: number) =>
  `/tables/${encodeURIComponent(code)}/games/${number}`;
export const replayOf = (code: string, number: number) =>
  ask<Replay>('GET', `${gamePath(code, number)}/replay`);
export const rescueOf = (code: string, number: number) =>
  ask<Rescue>('GET', `${gamePath(code, number)}/rescue`);
export const proofOf = (code: string, number: number) =>
  isOwnCode(code)
    ? onDevice((device) => device.proofOf(code, number))
    : ask<Proof>('GET', `${gamePath(code, number)}/proof`);
export const recordOf = async (code: string, number: number, format: 'text' | 'json' = 'text') =>
  isOwnCode(code)
    ? onDevice((device) => device.recordOf(code, number, format === 'json'))
    : (await send('GET', `${gamePath(code, number)}/record?format=${format}`)).text();
export const readSummary = (record: string) => ask<RecordSummary>('POST', '/records', { record });
export const playDealAgain = (again: NewAgain) =>
  hereOrThere(
    (device) => device.openAgain(again),
    () => ask<Seated>('POST', '/deals', again),
  );
/** A page that never has a server has a deal of its own. */
export const showToday = (): Promise<Day> =>
  HAS_SERVER ? ask<DailyDay>('GET', '/daily') : onDevice((device) => device.showToday());
export const showDay = (date: string) => ask<DailyDay>('GET', `/daily/${date}`);
export const playDaily = (game: string, players: number, seat: NewDaily) =>
  HAS_SERVER
    ? ask<DailySeat>('POST', `/daily/${encodeURIComponent(game)}/${players}`, seat)
    : onDevice((device) => device.playDaily(game, players, seat.name));
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
/** What a server offers; null if none answers. */
export async function serverCatalogue(): Promise<Catalogue | null> {
  try {
    return await ask<Catalogue | null>('GET', '/catalogue');
  } catch (error) {
    if (!(error instanceof Failure) || !NO_SERVER.includes(error.code)) throw error;
    return null;
  }
}
/** What this device can do by itself. */
export const ownCatalogue = () => onDevice((device) => Promise.resolve(device.catalogue));
