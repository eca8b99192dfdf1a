import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import type { Readable } from 'node:stream';

/** Where files are kept, by key. */
export interface Store {
  put(key: string, bytes: Uint8Array): Promise<void>;
  hand(key: string, bytes: Uint8Array): Promise<void>;
  putFile(key: string, path: string): Promise<void>;
  open(key: string): Promise<Readable | null>;
  remove(key: string): Promise<void>;
  /** The keys of everything below a folder, `7/`. */
  list(folder: string): AsyncIterable<string>;
  /** Takes away everything below a folder. */
  clear(folder: string): Promise<void>;
}

/** Files in a folder of this machine. */
export function localStore(folder: string): Store {
  const made = new Set<string>();
  const placeOf = async (key: string) => {
    const path = join(folder, key);
    const parent = dirname(path);
    if (!made.has(parent)) {
      await mkdir(parent, { recursive: true });
      made.add(parent);
    }
    return path;
  };
  const put = async (key: string, bytes: Uint8Array) => {
    const path = await placeOf(key);
    // A name of its own: a camera that repeats itself may write the same file twice at the same moment.
    const draft = `${path}.${randomUUID()}${UNFINISHED}`;
    try {
      await writeFile(draft, bytes);
      await rename(draft, path);
    } catch (error) {
      // The folder may have been removed, and half a file would take the last room of a full disk.
      made.delete(dirname(path));
      await rm(draft, { force: true }).catch(() => undefined);
      throw error;
    }
  };
  return {
    put,
    hand: put,
    putFile: async (key, path) => rename(path, await placeOf(key)),
    open(key) {
      return new Promise((resolve, reject) => {
        const stream = createReadStream(join(folder, key));
        stream.once('open', () => resolve(stream));
        stream.once('error', (error: NodeJS.ErrnoException) =>
          error.code === 'ENOENT' ? resolve(null) : reject(error),
        );
      });
    },
    remove: (key) => rm(join(folder, key), { force: true }),
    async *list(below) {
      const found = await readdir(join(folder, below), { recursive: true, withFileTypes: true }).catch(() => []);
      for (const one of found)
        if (one.isFile() && !one.name.endsWith(UNFINISHED)) yield keyOf(folder, join(one.parentPath, one.name));
    },
    clear: (below) => rm(join(folder, below), { force: true, recursive: true }),
  };
}

/** The key of a file by its path below the folder all of them are in. */
export function keyOf(folder: string, path: string): string {
  return relative(folder, path).split(sep).join('/');
}

/** The ending of a file that is still being written. */
export const UNFINISHED = '.part';
