import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { keyOf, localStore, type Store, UNFINISHED } from './local-files.ts';
import type { Log } from './log.ts';

/** Maximum size of the files that wait while the store is unavailable. */
const MAX_SPOOL_BYTES = 5 * 1024 ** 3;
/** Delay before the next attempt after the store failed. */
const SPOOL_RETRY_MS = 15_000;
/** Delays before each look-up of a missing file. */
const RETRY_DELAYS_MS = [0, 300, 1000];

/**
 * Keeps files handed over in a local folder until the store has them, even across restarts; reads look there first. Once `maxBytes` are
 * waiting, `spool` throws an error with the code ESPOOL.
 */
export function spooled(
  folder: string,
  store: Omit<Store, 'spool'>,
  { log, maxBytes = MAX_SPOOL_BYTES }: { log: Log; maxBytes?: number | undefined },
): Store {
  const spool = localStore(folder);
  let isBringing = false;
  let retry: NodeJS.Timeout | null = null;
  let isWanted = false;
  /** Approximate size of the waiting files. */
  let waitingBytes = 0;
  const counted = sizeOf(folder).then((bytes) => {
    waitingBytes += bytes;
  });
  /** The upload in progress. A file removed before it arrives would come back, so `remove` waits for it. */
  let underWay: { readonly key: string; readonly there: Promise<void> } | null = null;
  const bringOne = async (key: string) => {
    const path = join(folder, key);
    const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
      // Removed since it was found.
      if (error.code === 'ENOENT') return null;
      throw error;
    });
    if (!bytes) return;
    await store.put(key, bytes);
    await rm(path, { force: true });
    waitingBytes = Math.max(0, waitingBytes - bytes.length);
  };
  const bringAll = async () => {
    while (isWanted) {
      isWanted = false;
      const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
      for (const one of found) {
        if (!one.isFile() || one.name.endsWith(UNFINISHED)) continue;
        const key = keyOf(folder, join(one.parentPath, one.name));
        underWay = { key, there: bringOne(key) };
        await underWay.there;
      }
    }
  };
  const landed = async (below: string) => {
    if (underWay?.key.startsWith(below)) await underWay.there.catch(() => undefined);
  };
  const bring = () => {
    isWanted = true;
    if (isBringing || retry) return;
    isBringing = true;
    bringAll()
      .catch((error: Error) => {
        log.warn({ err: error }, 'files wait for their store');
        retry = setTimeout(() => {
          retry = null;
          bring();
        }, SPOOL_RETRY_MS).unref();
      })
      .finally(() => {
        isBringing = false;
        if (isWanted) bring();
      });
  };
  bring();
  return {
    ...store,
    async spool(key, bytes) {
      await counted;
      if (waitingBytes + bytes.length > maxBytes)
        throw Object.assign(new Error(`${waitingBytes} bytes wait for the store`), { code: 'ESPOOL' });
      waitingBytes += bytes.length;
      await spool.put(key, bytes).catch((error) => {
        waitingBytes -= bytes.length;
        throw error;
      });
      bring();
    },
    async open(key) {
      // A file that another process accepted a moment ago may still be on its way to the store.
      for (const waitMs of RETRY_DELAYS_MS) {
        await pause(waitMs);
        const found = (await spool.open(key)) ?? (await store.open(key));
        if (found) return found;
      }
      return null;
    },
    async remove(key) {
      waitingBytes = Math.max(
        0,
        waitingBytes -
          (await stat(join(folder, key)).then(
            (found) => found.size,
            () => 0,
          )),
      );
      await spool.remove(key);
      await landed(key);
      await store.remove(key);
    },
    async *list(below) {
      const waiting = new Set<string>();
      for await (const key of spool.list(below)) waiting.add(key);
      yield* waiting;
      for await (const key of store.list(below)) if (!waiting.has(key)) yield key;
    },
    async clear(below) {
      await spool.clear(below);
      waitingBytes = await sizeOf(folder);
      await landed(below);
      await store.clear(below);
    },
  };
}

/** Total size of all files below a folder; 0 when it does not exist. */
async function sizeOf(folder: string): Promise<number> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  let bytes = 0;
  for (const one of found)
    if (one.isFile()) bytes += (await stat(join(one.parentPath, one.name)).catch(() => null))?.size ?? 0;
  return bytes;
}
