import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { keyOf, localStore, type Store, UNFINISHED } from './local-files.ts';
import type { Log } from './log.ts';

/** Most that waits for a store that is away. */
const MAX_SPOOL_BYTES = 5 * 1024 ** 3;
/** A store that took nothing is tried again after this long. */
const SPOOL_RETRY_MS = 15_000;
/** So often, and after so long, a file that is not there is looked for. */
const ON_ITS_WAY_MS = [0, 300, 1000];

/**
 * What is handed over waits in a folder of this machine until the store has it, also over a restart; it is read from
 * there. While `maxBytes` wait, `hand` throws an error with the code ESPOOL.
 */
export function spooled(
  folder: string,
  store: Omit<Store, 'hand'>,
  { log, maxBytes = MAX_SPOOL_BYTES }: { log: Log; maxBytes?: number | undefined },
): Store {
  const spool = localStore(folder);
  let isBringing = false;
  let retry: NodeJS.Timeout | null = null;
  let isWanted = false;
  /** About how much waits. */
  let waitingBytes = 0;
  const counted = sizeOf(folder).then((bytes) => {
    waitingBytes += bytes;
  });
  /** What is on its way to the store: taken away before it is there, it would come back. */
  let underWay: { readonly key: string; readonly there: Promise<void> } | null = null;
  const bringOne = async (key: string) => {
    const path = join(folder, key);
    const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
      // Taken away since it was found.
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
    async hand(key, bytes) {
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
      // What another process was handed a moment ago is just on its way.
      for (const waitMs of ON_ITS_WAY_MS) {
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

/** Bytes of all files below a folder; 0 when it is not there. */
async function sizeOf(folder: string): Promise<number> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  let bytes = 0;
  for (const one of found)
    if (one.isFile()) bytes += (await stat(join(one.parentPath, one.name)).catch(() => null))?.size ?? 0;
  return bytes;
}
