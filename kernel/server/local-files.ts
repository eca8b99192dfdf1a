import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import type { Readable } from 'node:stream';

/** Storage of files by key. */
export interface Store {
  put(key: string, bytes: Uint8Array): Promise<void>;
  spool(key: string, bytes: Uint8Array): Promise<void>;
  putFile(key: string, path: string): Promise<void>;
  open(key: string): Promise<Readable | null>;
  remove(key: string): Promise<void>;
  /** Lists the keys of everything below a folder, `7/`. */
  list(folder: string): AsyncIterable<string>;
  /** Removes everything below a folder. */
  clear(folder: string): Promise<void>;
}

/** Stores files in a local folder. */
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
    // The draft has a unique name: a camera that repeats a message may write the same file twice at the same moment.
    const draft = `${path}.${randomUUID()}${UNFINISHED}`;
    try {
      await writeFile(draft, bytes);
      await rename(draft, path);
    } catch (error) {
      // The folder may have been removed, and a partial file would take the last space of a full disk.
      made.delete(dirname(path));
      await rm(draft, { force: true }).catch(() => undefined);
      throw error;
    }
  };
  return {
    put,
    spool: put,
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

/** Returns the key of a file from its path below the root folder. */
export function keyOf(folder: string, path: string): string {
  return relative(folder, path).split(sep).join('/');
}

/** Extension of a file that is still being written. */
export const UNFINISHED = '.part';
