import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { localStore, type Store } from './local-files.ts';
import type { Log } from './log.ts';
import { SpoolUpload } from './spool-upload.ts';

/** Maximum size of the files that wait while the store is unavailable. */
const MAX_SPOOL_BYTES = 5 * 1024 ** 3;
/** Delays before each look-up of a missing file. */
const RETRY_DELAYS_MS = [0, 300, 1000];

/**
 * Keeps files handed over in a local folder until the store has them, even across restarts; reads look there first. Once `maxBytes` are
 * waiting, `spool` throws an error with the code ESPOOL.
 */
export class SpooledFiles implements Store {
  readonly #folder: string;
  readonly #spool: Store;
  readonly #store: Omit<Store, 'spool'>;
  readonly #upload: SpoolUpload;
  readonly #maxBytes: number;
  /** Approximate size of the waiting files. */
  #waitingBytes = 0;
  /** Ends when the files left by an earlier process have been counted. */
  readonly #counted: Promise<void>;

  constructor(
    folder: string,
    store: Omit<Store, 'spool'>,
    { log, maxBytes = MAX_SPOOL_BYTES }: { log: Log; maxBytes?: number | undefined },
  ) {
    this.#folder = folder;
    this.#spool = localStore(folder);
    this.#store = store;
    this.#maxBytes = maxBytes;
    this.#counted = sizeBelow(folder).then((bytes) => {
      this.#waitingBytes += bytes;
    });
    this.#upload = new SpoolUpload(folder, store, log, (bytes) => this.#subtract(bytes));
    this.#upload.wake();
  }

  put(key: string, bytes: Uint8Array): Promise<void> {
    return this.#store.put(key, bytes);
  }

  putFile(key: string, path: string): Promise<void> {
    return this.#store.putFile(key, path);
  }

  async spool(key: string, bytes: Uint8Array): Promise<void> {
    await this.#counted;
    if (this.#waitingBytes + bytes.length > this.#maxBytes)
      throw Object.assign(new Error(`${this.#waitingBytes} bytes wait for the store`), { code: 'ESPOOL' });
    this.#waitingBytes += bytes.length;
    await this.#spool.put(key, bytes).catch((error) => {
      this.#waitingBytes -= bytes.length;
      throw error;
    });
    this.#upload.wake();
  }

  async open(key: string): Promise<Readable | null> {
    // A file that another process accepted a moment ago may still be on its way to the store.
    for (const waitMs of RETRY_DELAYS_MS) {
      await pause(waitMs);
      const found = (await this.#spool.open(key)) ?? (await this.#store.open(key));
      if (found) return found;
    }
    return null;
  }

  async remove(key: string): Promise<void> {
    const size = await stat(join(this.#folder, key)).then(
      (found) => found.size,
      () => 0,
    );
    this.#subtract(size);
    await this.#spool.remove(key);
    await this.#upload.settle(key);
    await this.#store.remove(key);
  }

  async *list(folder: string): AsyncGenerator<string> {
    const waiting = new Set<string>();
    for await (const key of this.#spool.list(folder)) waiting.add(key);
    yield* waiting;
    for await (const key of this.#store.list(folder)) if (!waiting.has(key)) yield key;
  }

  async clear(folder: string): Promise<void> {
    await this.#spool.clear(folder);
    this.#waitingBytes = await sizeBelow(this.#folder);
    await this.#upload.settle(folder);
    await this.#store.clear(folder);
  }

  #subtract(bytes: number): void {
    this.#waitingBytes = Math.max(0, this.#waitingBytes - bytes);
  }
}

/** Total size of all files below a folder; 0 when it does not exist. */
async function sizeBelow(folder: string): Promise<number> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  let bytes = 0;
  for (const one of found)
    if (one.isFile()) bytes += (await stat(join(one.parentPath, one.name)).catch(() => null))?.size ?? 0;
  return bytes;
}
