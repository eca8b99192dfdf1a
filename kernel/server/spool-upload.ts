import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { keyOf, type Store, UNFINISHED } from './local-files.ts';
import type { Log } from './log.ts';

/** Delay before the next attempt after the store failed. */
const RETRY_MS = 15_000;

/** Uploads the files of a folder to the store, one after the other, and deletes them from the folder. */
export class SpoolUpload {
  readonly #folder: string;
  readonly #store: Omit<Store, 'spool'>;
  readonly #log: Log;
  readonly #uploaded: (bytes: number) => void;
  #isRunning = false;
  /** Files may have been added since the folder was read. */
  #isWanted = false;
  #retryTimer: NodeJS.Timeout | null = null;
  #current: { readonly key: string; readonly done: Promise<void> } | null = null;

  /** `uploaded` is called with the size of each file that has left the folder. */
  constructor(folder: string, store: Omit<Store, 'spool'>, log: Log, uploaded: (bytes: number) => void) {
    this.#folder = folder;
    this.#store = store;
    this.#log = log;
    this.#uploaded = uploaded;
  }

  /** Uploads what the folder contains, now or as soon as the current round or the delay after a failure is over. */
  wake(): void {
    this.#isWanted = true;
    if (this.#isRunning || this.#retryTimer) return;
    this.#isRunning = true;
    this.#uploadAll()
      .catch((error: Error) => this.#retryLater(error))
      .finally(() => {
        this.#isRunning = false;
        if (this.#isWanted) this.wake();
      });
  }

  /** Waits for the upload in progress if its key begins so: a file removed before it arrives would come back. */
  async settle(prefix: string): Promise<void> {
    if (this.#current?.key.startsWith(prefix)) await this.#current.done.catch(() => undefined);
  }

  #retryLater(error: Error): void {
    this.#log.warn({ err: error }, 'files wait for their store');
    this.#retryTimer = setTimeout(() => {
      this.#retryTimer = null;
      this.wake();
    }, RETRY_MS).unref();
  }

  async #uploadAll(): Promise<void> {
    while (this.#isWanted) {
      this.#isWanted = false;
      const found = await readdir(this.#folder, { recursive: true, withFileTypes: true }).catch(() => []);
      for (const one of found) {
        if (!one.isFile() || one.name.endsWith(UNFINISHED)) continue;
        const key = keyOf(this.#folder, join(one.parentPath, one.name));
        this.#current = { key, done: this.#upload(key) };
        await this.#current.done;
      }
    }
  }

  async #upload(key: string): Promise<void> {
    const path = join(this.#folder, key);
    const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
      // Removed since it was found.
      if (error.code === 'ENOENT') return null;
      throw error;
    });
    if (!bytes) return;
    await this.#store.put(key, bytes);
    await rm(path, { force: true });
    this.#uploaded(bytes.length);
  }
}
