/** The log of tables in the browser's database, a row for every command. */

import { listed, type Kept, type Listed, type Log, type Step } from './log';
import type { Opening } from './table';

const NAME = 'tenback-tables';
const VERSION = 1;
const TABLES = 'tables';
const STEPS = 'steps';
/** A browser that does not answer has no database for us. */
const PATIENCE = 2000;

interface TableRow {
  readonly code: string;
  readonly opening: Opening;
  readonly at: number;
}

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('the database failed'));
  });
}

function done(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(transaction.error ?? new Error('the database failed'));
    transaction.oncomplete = () => resolve();
    transaction.onerror = fail;
    transaction.onabort = fail;
  });
}

/** Open it; a private window of some browsers has none, which is an error. */
export function openLog(): Promise<Log> {
  return new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error('the database does not answer')), PATIENCE);
    const request = indexedDB.open(NAME, VERSION);
    request.onupgradeneeded = () => {
      request.result.createObjectStore(TABLES, { keyPath: 'code' });
      request.result.createObjectStore(STEPS);
    };
    request.onsuccess = () => resolve(new DatabaseLog(request.result));
    request.onerror = () => reject(request.error ?? new Error('there is no database'));
    request.onblocked = () => reject(new Error('another page keeps an older database open'));
  });
}

/** All rows of a table: their keys are its code and a number. */
function rowsOf(code: string): IDBKeyRange {
  return IDBKeyRange.bound([code, 0], [code, Infinity]);
}

class DatabaseLog implements Log {
  constructor(private readonly database: IDBDatabase) {}

  open(code: string, opening: Opening, at: number): Promise<void> {
    const transaction = this.database.transaction(TABLES, 'readwrite');
    transaction.objectStore(TABLES).put({ code, opening, at } satisfies TableRow);
    return done(transaction);
  }

  append(code: string, number: number, step: Step): Promise<void> {
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
      transaction.objectStore(STEPS).getAll(rowsOf(code)) as IDBRequest<Step[]>,
    );
    const found = await row;
    return found === undefined ? null : { opening: found.opening, steps: await steps };
  }

  async list(): Promise<Listed[]> {
    const store = this.database.transaction(TABLES).objectStore(TABLES);
    const rows = await settled(store.getAll() as IDBRequest<TableRow[]>);
    return rows.map(({ code, opening, at }) => listed(code, opening, at));
  }

  remove(code: string): Promise<void> {
    const transaction = this.database.transaction([TABLES, STEPS], 'readwrite');
    transaction.objectStore(TABLES).delete(code);
    transaction.objectStore(STEPS).delete(rowsOf(code));
    return done(transaction);
  }
}
