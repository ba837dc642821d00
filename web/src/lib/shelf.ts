/** The browser's own database: the own games, and their records. */

import type { PlayedGame } from './statistics';

const NAME = 'tenback';
const VERSION = 1;
const GAMES = 'games';
const RECORDS = 'records';
/** A browser that does not answer has no database for us. */
const PATIENCE = 2000;

/** A game by the code of its table and its number there. */
export type GameKey = Pick<PlayedGame, 'code' | 'number'>;

const keyOf = ({ code, number }: GameKey): [string, number] => [code, number];

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

/** Open it; private windows of some browsers have none, which is an error. */
export function openShelf(): Promise<Shelf> {
  return new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error('the database does not answer')), PATIENCE);
    const request = indexedDB.open(NAME, VERSION);
    request.onupgradeneeded = () => {
      request.result.createObjectStore(GAMES, { keyPath: ['code', 'number'] });
      request.result.createObjectStore(RECORDS);
    };
    request.onsuccess = () => resolve(new Shelf(request.result));
    request.onerror = () => reject(request.error ?? new Error('there is no database'));
    request.onblocked = () => reject(new Error('another page keeps an older database open'));
  });
}

export class Shelf {
  constructor(private readonly database: IDBDatabase) {}

  games(): Promise<PlayedGame[]> {
    const store = this.database.transaction(GAMES).objectStore(GAMES);
    return settled(store.getAll() as IDBRequest<PlayedGame[]>);
  }

  record(key: GameKey): Promise<string | undefined> {
    const store = this.database.transaction(RECORDS).objectStore(RECORDS);
    return settled(store.get(keyOf(key)) as IDBRequest<string | undefined>);
  }

  /** Keep games, and records where they are given; all or none. */
  put(games: readonly PlayedGame[], records: ReadonlyMap<GameKey, string>): Promise<void> {
    const transaction = this.database.transaction([GAMES, RECORDS], 'readwrite');
    for (const game of games) transaction.objectStore(GAMES).put(game);
    for (const [key, text] of records) transaction.objectStore(RECORDS).put(text, keyOf(key));
    return done(transaction);
  }

  remove(keys: readonly GameKey[]): Promise<void> {
    const transaction = this.database.transaction([GAMES, RECORDS], 'readwrite');
    for (const key of keys) {
      transaction.objectStore(GAMES).delete(keyOf(key));
      transaction.objectStore(RECORDS).delete(keyOf(key));
    }
    return done(transaction);
  }

  clear(): Promise<void> {
    const transaction = this.database.transaction([GAMES, RECORDS], 'readwrite');
    transaction.objectStore(GAMES).clear();
    transaction.objectStore(RECORDS).clear();
    return done(transaction);
  }
}
