/** Asking the server over HTTP. What fails is a `Failure` with a sentence's key. */

import type {
  Catalogue,
  DailyDay,
  DailySeat,
  ExampleView,
  LessonTable,
  NewDaily,
  NewLesson,
  NewSeat,
  NewTable,
  Placed,
  Problem,
  Proof,
  Replay,
  Rescue,
  Seated,
  Share,
  TableList,
  TableSummary,
} from '../wire';
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

function isProblem(body: unknown): body is Problem {
  return typeof body === 'object' && body !== null && 'code' in body && 'key' in body;
}

async function send(path: string, request: RequestInit): Promise<Response> {
  let answer: Response;
  try {
    answer = await fetch(`/api${path}`, request);
  } catch {
    throw new Failure('UNREACHABLE', 'web.failure.unreachable', {}, 'the server is unreachable');
  }
  if (answer.ok) return answer;
  const read: unknown = await answer.json().catch(() => null);
  if (isProblem(read)) throw new Failure(read.code, read.key, read.details, read.message);
  throw new Failure('FAILED', 'web.failure.status', { status: answer.status }, answer.statusText);
}

async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  const answer = await send(path, {
    method,
    headers: body === undefined ? {} : { 'Content-Type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  return (await answer.json()) as T;
}

/** Ask for a game, as the holder of a seat at its table: some are open to nobody else at first. */
function askGame(code: string, number: number, form: string): Promise<Response> {
  const token = seatToken(code);
  return send(`/tables/${encodeURIComponent(code)}/games/${number}/${form}`, {
    headers: token === '' ? {} : { Authorization: `Bearer ${token}` },
  });
}

async function readGame<T>(code: string, number: number, form: string): Promise<T> {
  return (await (await askGame(code, number, form)).json()) as T;
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
export const replayOf = (code: string, number: number) => readGame<Replay>(code, number, 'replay');
export const rescueOf = (code: string, number: number) => readGame<Rescue>(code, number, 'rescue');
export const proofOf = (code: string, number: number) => readGame<Proof>(code, number, 'proof');
export const recordOf = async (code: string, number: number, format: 'text' | 'json') =>
  (await askGame(code, number, `record?format=${format}`)).text();
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
export const showCatalogue = () => ask<Catalogue>('GET', '/catalogue');
