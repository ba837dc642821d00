/** The browser's databases: promises in the place of events. */

/** A browser that does not answer has no database for us. */
const PATIENCE = 2000;

/** Open a database; a private window of some browsers has none, which is an error. */
export function openDatabase(
  name: string,
  version: number,
  make: (database: IDBDatabase) => void,
): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error('the database does not answer')), PATIENCE);
    const request = indexedDB.open(name, version);
    request.onupgradeneeded = () => make(request.result);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('there is no database'));
    request.onblocked = () => reject(new Error('another page keeps an older database open'));
  });
}

/** What a request finds. */
export function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('the database failed'));
  });
}

/** Resolves when all that was written is kept; no room, for one, is an error. */
export function done(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(transaction.error ?? new Error('the database failed'));
    transaction.oncomplete = () => resolve();
    transaction.onerror = fail;
    transaction.onabort = fail;
  });
}
