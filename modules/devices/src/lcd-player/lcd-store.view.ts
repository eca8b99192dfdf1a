import { browserStore } from '@boyun/kernel/web';

const FILES = 'files';
const KEPT = 'kept';

const run = browserStore('boyun-lcd', (database) => {
  database.createObjectStore(FILES);
  database.createObjectStore(KEPT);
});

/** Keeps a value in the display. */
export const keep = (key: string, value: unknown) => run(KEPT, 'readwrite', (store) => store.put(value, key));

/** A value kept in the display; null where there is none. */
export const kept = async <T>(key: string): Promise<T | null> =>
  ((await run(KEPT, 'readonly', (store) => store.get(key))) as T | undefined) ?? null;

/** The ids of the files in the display. */
export const keptFiles = async (): Promise<readonly string[]> =>
  (await run(FILES, 'readonly', (store) => store.getAllKeys())) as string[];

/** A file in the display; null where it is not there. */
export const keptFile = async (id: string): Promise<Blob | null> =>
  ((await run(FILES, 'readonly', (store) => store.get(id))) as Blob | undefined) ?? null;

/** Keeps a file in the display. */
export const keepFile = (id: string, file: Blob) => run(FILES, 'readwrite', (store) => store.put(file, id));

/** Removes a file from the display. */
export const dropFile = (id: string) => run(FILES, 'readwrite', (store) => store.delete(id));

/** Forgets everything, when the pairing is over. */
export async function clearStore(): Promise<void> {
  await run(FILES, 'readwrite', (store) => store.clear());
  await run(KEPT, 'readwrite', (store) => store.clear());
}
