/** The log of tables in the browser's database, a row for every command. */

import { done, openDatabase, settled } from '../database';
import type { Kept, Listed, Log, LoggedCommand } from './log';
import type { Opening } from './table';

const NAME = 'tenback-tables';
const VERSION = 1;
const TABLES = 'tables';
const STEPS = 'steps';

interface TableRow {
  readonly code: string;
  readonly opening: Opening;
  readonly at: number;
}

/** Open it; a private window of some browsers has none, which is an error. */
export async function openLog(): Promise<Log> {
  const database = await openDatabase(NAME, VERSION, (made) => {
    made.createObjectStore(TABLES, { keyPath: 'code' });
    made.createObjectStore(STEPS);
  });
  return new DatabaseLog(database);
}

/** All rows of a table: their keys are its code and a number. */
function rowsOf(code: string): IDBKeyRange {
  return IDBKeyRange.bound([code, 0], [code, Infinity]);
}

/** Every function is async: what a database throws at once is a rejection as well. */
class DatabaseLog implements Log {
  constructor(private readonly database: IDBDatabase) {}

  async open(code: string, opening: Opening, at: number): Promise<void> {
    const transaction = this.database.transaction(TABLES, 'readwrite');
    transaction.objectStore(TABLES).put({ code, opening, at } satisfies TableRow);
    return done(transaction);
  }

  async append(code: string, number: number, step: LoggedCommand): Promise<void> {
    const transaction = this.database.transaction(STEPS, 'readwrite');
    transaction.objectStore(STEPS).put(step, [code, number]);
    return done(transaction);
  }

  async read(code: string): Promise<Kept | null> {
    const transaction = this.database.transaction([TABLES, STEPS]);
    const row = settled(
      transaction.objectStore(TABLES).get(code) as IDBRequest<TableRow | undefined>,
    );
    const steps = settled(
      transaction.objectStore(STEPS).getAll(rowsOf(code)) as IDBRequest<LoggedCommand[]>,
    );
    const found = await row;
    return found === undefined ? null : { opening: found.opening, steps: await steps };
  }

  async list(): Promise<Listed[]> {
    const store = this.database.transaction(TABLES).objectStore(TABLES);
    const rows = await settled(store.getAll() as IDBRequest<TableRow[]>);
    return rows.map(({ code, at }) => ({ code, at }));
  }

  async remove(code: string): Promise<void> {
    const transaction = this.database.transaction([TABLES, STEPS], 'readwrite');
    transaction.objectStore(TABLES).delete(code);
    transaction.objectStore(STEPS).delete(rowsOf(code));
    return done(transaction);
  }
}
