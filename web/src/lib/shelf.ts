/** The browser's own database: the own games, and their records. */

import { done, openDatabase, settled } from './database';
import type { PlayedGame } from './statistics';

const NAME = 'tenback';
const VERSION = 1;
const GAMES = 'games';
const RECORDS = 'records';

/** A game by the code of its table and its number there. */
export type GameKey = Pick<PlayedGame, 'code' | 'number'>;

const keyOf = ({ code, number }: GameKey): [string, number] => [code, number];

/** Open it; private windows of some browsers have none, which is an error. */
export async function openShelf(): Promise<Shelf> {
  const database = await openDatabase(NAME, VERSION, (made) => {
    made.createObjectStore(GAMES, { keyPath: ['code', 'number'] });
    made.createObjectStore(RECORDS);
  });
  return new Shelf(database);
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
  async put(games: readonly PlayedGame[], records: ReadonlyMap<GameKey, string>): Promise<void> {
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
