/** What this device answers instead of a server; loaded when it is first needed. */

import type {
  DailySeat,
  LessonTable,
  NewAgain,
  NewLesson,
  NewTable,
  Proof,
  Seated,
  TableSummary,
} from '../../wire';
import { begunGames, countedGame, type Day } from '../daily';
import { openShelf } from '../shelf';
import { data } from './data';
import { engine } from './engine';

/** The key to a seat at a table of this device's: there is nobody to keep it from. */
const KEY = 'device';
const SEAT = 0;

export const catalogue = data.catalogue;

export async function openTable(table: NewTable): Promise<Seated> {
  const code = await engine.ask('table:open', table);
  return { code, seat: SEAT, token: KEY };
}

export async function openAgain(again: NewAgain): Promise<Seated> {
  const code = await engine.ask('table:again', again);
  return { code, seat: again.seat ?? SEAT, token: KEY };
}

export async function showToday(): Promise<Day> {
  return (await import('./open_daily')).showToday();
}

/** The first game of a deal in this browser counts. */
export async function playDaily(game: string, players: number, name: string): Promise<DailySeat> {
  const { date } = await showToday();
  const code = await engine.ask('table:daily', { date, game, players, name });
  const counts = countedGame(begunGames(), date, game, players) === undefined;
  return { code, seat: SEAT, token: KEY, date, counts };
}

export async function openLesson(game: string, lesson: NewLesson): Promise<LessonTable> {
  const { name, bot_name: botName = 'Bot' } = lesson;
  const code = await engine.ask('table:lesson', { game, name, botName });
  return { code, seat: SEAT, token: KEY, steps: data.lessons[game]?.steps ?? [] };
}

export const lookAtTable = (code: string): Promise<TableSummary> =>
  engine.ask('table:summary', code);

/** Remove a table that is damaged; whether it was. */
export const removeDamaged = (code: string): Promise<boolean> =>
  engine.ask('table:remove_damaged', code);

/** Ask the table of a game or, if it was put away, the shelf of own games for its record. */
async function ofGame<T>(
  code: string,
  number: number,
  atTable: () => Promise<T>,
  ofRecord: (record: string) => T | Promise<T>,
): Promise<T> {
  try {
    return await atTable();
  } catch (error) {
    const shelf = await openShelf().catch(() => null);
    const kept = await shelf?.record({ code, number }).catch(() => undefined);
    if (kept === undefined) throw error;
    return ofRecord(kept);
  }
}

export const recordOf = (code: string, number: number, isJson = false): Promise<string> =>
  ofGame(
    code,
    number,
    () => engine.ask('table:record', { code, number, isJson }),
    (record) => (isJson ? engine.ask('record:json', record) : record),
  );

export const proofOf = (code: string, number: number): Promise<Proof> =>
  ofGame(
    code,
    number,
    () => engine.ask('table:proof', { code, number }),
    (record) => engine.ask('record:proof', record),
  );

/** The answer to what a server would be asked over HTTP; undefined if only a server has one. */
export async function answer<T>(method: string, path: string, body: unknown): Promise<T> {
  const { answerHere } = await import('./answers');
  return (await answerHere(method, path, body)) as T;
}
