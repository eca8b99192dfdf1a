import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Clock } from './clock.ts';
import { type FileAddresses, makeFileAddresses } from './file-address.ts';
import { SpooledFiles } from './file-spool.ts';
import { localStore } from './local-files.ts';
import type { Log } from './log.ts';
import { S3Files } from './s3-files.ts';
import type { Secrets } from './secret.ts';

/** Pictures, exports and uploads; a key is `<tenant>/<folder>/<yyyy-mm-dd>/<name>.<extension>`. */
export interface Files extends FileAddresses {
  put(key: string, bytes: Uint8Array): Promise<void>;
  /**
   * Stores bytes on this machine immediately and uploads them to the store afterwards: for files a device waits for. Throws when the disk
   * is full or too much is already waiting.
   */
  spool(key: string, bytes: Uint8Array): Promise<void>;
  /** Returns a local path for writing a large file before `putFile`; abandoned drafts are removed after a day. */
  newDraft(): Promise<string>;
  /** Moves the file at a path from `newDraft` into the store. */
  putFile(key: string, path: string): Promise<void>;
  /** Returns the bytes, or null when there is no such file. */
  open(key: string): Promise<Readable | null>;
  /** Removes a file; does nothing when it does not exist. */
  remove(key: string): Promise<void>;
  /** Lists the keys of all files of a tenant. */
  list(tenantId: number): AsyncIterable<string>;
  /** Removes all files of a tenant. */
  clear(tenantId: number): Promise<void>;
}

const KEY = /^\d+\/[a-z-]+\/\d{4}-\d{2}-\d{2}\/[A-Za-z0-9._-]+$/;
const DRAFT_KEPT_MS = 24 * 3600 * 1000;

/** Opens the file store: a local folder, or S3 when an address `https://key:secret@host/bucket` is given. */
export function makeFiles(options: {
  folder: string;
  s3Url: string | null;
  secrets: Secrets;
  clock: Clock;
  log: Log;
  /** Maximum size of the files that wait on this machine while S3 is unavailable. */
  maxSpoolBytes?: number;
}): Files {
  const { secrets, clock, folder, s3Url, log, maxSpoolBytes } = options;
  const store = s3Url
    ? new SpooledFiles(join(folder, 'spool'), new S3Files(s3Url), { log, maxBytes: maxSpoolBytes })
    : localStore(folder);
  return {
    async put(key, bytes) {
      await store.put(checkedKey(key), bytes);
    },
    async spool(key, bytes) {
      await store.spool(checkedKey(key), bytes);
    },
    newDraft: () => newDraft(join(folder, 'draft'), clock),
    async putFile(key, path) {
      await store.putFile(checkedKey(key), path);
    },
    async open(key) {
      return KEY.test(key) ? store.open(key) : null;
    },
    async remove(key) {
      if (KEY.test(key)) await store.remove(key);
    },
    list: (tenantId) => store.list(`${tenantId}/`),
    clear: (tenantId) => store.clear(`${tenantId}/`),
    ...makeFileAddresses(secrets, clock),
  };
}

function checkedKey(key: string): string {
  if (!KEY.test(key)) throw new RangeError(`not a file key: ${key}`);
  return key;
}

/** Returns a new path in the folder of drafts, and removes old drafts. */
async function newDraft(folder: string, clock: Clock): Promise<string> {
  await mkdir(folder, { recursive: true });
  const oldest = clock.now().getTime() - DRAFT_KEPT_MS;
  for (const name of await readdir(folder)) {
    // Left behind by a process that ended while writing. Names say when drafts were begun: disks have clocks of their own.
    const begunMs = Number(/^(\d+)-/.exec(name)?.[1] ?? 0);
    if (begunMs < oldest) await rm(join(folder, name), { force: true });
  }
  return join(folder, `${clock.now().getTime()}-${randomUUID()}`);
}
