/** Runs one request on a store of a database of this browser, and waits until it is on the disk. */
export type RunInStore = <T>(
  store: string,
  mode: IDBTransactionMode,
  ask: (store: IDBObjectStore) => IDBRequest<T>,
) => Promise<T>;

/** Returns access to a database of this browser; `make` makes its stores. */
export function browserStore(name: string, make: (database: IDBDatabase) => void): RunInStore {
  const open = () =>
    new Promise<IDBDatabase>((done, fail) => {
      const asked = indexedDB.open(name, 1);
      asked.onupgradeneeded = () => make(asked.result);
      asked.onsuccess = () => done(asked.result);
      asked.onerror = () => fail(asked.error);
    });
  let opened: Promise<IDBDatabase> | null = null;
  return async (store, mode, ask) => {
    opened ??= open();
    const database = await opened;
    return new Promise((done, fail) => {
      const transaction = database.transaction(store, mode);
      const request = ask(transaction.objectStore(store));
      transaction.oncomplete = () => done(request.result);
      transaction.onerror = () => fail(transaction.error);
      transaction.onabort = () => fail(transaction.error);
    });
  };
}
