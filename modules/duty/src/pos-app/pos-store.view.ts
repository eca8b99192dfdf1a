import { browserStore } from '@boyun/kernel/web';

/** Something a collector did, as it waits in the phone. */
export interface WaitingAct {
  readonly clientId: string;
  readonly kind: 'enter' | 'leave' | 'cash' | 'arrears';
  /** When it was done, by the clock of the phone. */
  readonly at: string;
  /** Of which account: another collector of the phone does not send it. */
  readonly account: string;
  readonly spotId: string | null;
  readonly plate: string | null;
  readonly orderId: string | null;
  readonly entryClientId: string | null;
  readonly cash: string | null;
  readonly picture: Blob | null;
}

/** What the server could not book; it is listed on the page of the terminals too. */
export interface RefusedAct {
  readonly act: WaitingAct;
  readonly reason: string;
}

const STORE = 'acts';
const KEPT = 'kept';

const run = browserStore('boyun-pos', (database) => {
  database.createObjectStore(STORE, { autoIncrement: true });
  database.createObjectStore(KEPT);
});

/** Puts an act at the end of the queue. */
export const enqueue = (act: WaitingAct) => run(STORE, 'readwrite', (store) => store.add(act));

/** The acts that wait, oldest first, with their keys. */
export async function waitingActs(): Promise<readonly (readonly [IDBValidKey, WaitingAct])[]> {
  const [keys, acts] = await Promise.all([
    run(STORE, 'readonly', (store) => store.getAllKeys()),
    run(STORE, 'readonly', (store) => store.getAll() as IDBRequest<WaitingAct[]>),
  ]);
  return keys.flatMap((key, index) => (acts[index] ? [[key, acts[index]] as const] : []));
}

/** Takes an act out of the queue. */
export const dequeue = (key: IDBValidKey) => run(STORE, 'readwrite', (store) => store.delete(key));

/** Keeps a value in the phone. */
export const keep = (key: string, value: unknown) => run(KEPT, 'readwrite', (store) => store.put(value, key));

/** A value kept in the phone; null where there is none. */
export const kept = async <T>(key: string): Promise<T | null> =>
  ((await run(KEPT, 'readonly', (store) => store.get(key))) as T | undefined) ?? null;
