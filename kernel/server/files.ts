import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, openAsBlob } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import type { Clock } from './clock.ts';
import type { Log } from './log.ts';
import type { Secrets } from './secret.ts';

/** Pictures, exports and uploads; a key is `<tenant>/<folder>/<yyyy-mm-dd>/<name>.<ending>`. */
export interface Files {
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** Keeps bytes on this machine at once and brings them to the store afterwards: for what a device waits for. */
  hand(key: string, bytes: Uint8Array): Promise<void>;
  /** A path of this machine where a large file is written before it is put; it is taken away after a day. */
  newDraft(): Promise<string>;
  /** Puts the file at a path of `newDraft`, which is gone then. */
  putFile(key: string, path: string): Promise<void>;
  /** The bytes, or null when there is no such file. */
  open(key: string): Promise<Readable | null>;
  /** Takes a file away; one that is not there is none. */
  remove(key: string): Promise<void>;
  /** The keys of all files of a tenant. */
  list(tenantId: number): AsyncIterable<string>;
  /** Takes all files of a tenant away. */
  clear(tenantId: number): Promise<void>;
  /** An address that works without signing in until it expires; a file with a name is downloaded under it. */
  sign(key: string, name?: string): string;
  /** Whether a signed address holds: the signature is right, also for the name, and not expired. */
  check(key: string, expires: string, signature: string, name?: string): boolean;
  /** The key in a signed address of this server, or null when it is none that holds. */
  keyIn(address: string): string | null;
}

const KEY = /^\d+\/[a-z-]+\/\d{4}-\d{2}-\d{2}\/[A-Za-z0-9._-]+$/;
const SIGNED_FOR_MS = 24 * 3600 * 1000;

/** Content type by ending; anything else is offered as a download. */
export const FILE_TYPES: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  png: 'image/png',
  svg: 'image/svg+xml',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
  pdf: 'application/pdf',
  apk: 'application/vnd.android.package-archive',
};

/** What a file is by its first bytes, as the ending it should have; null for what is not taken. */
export function contentType(bytes: Buffer): string | null {
  const begins = (signature: string) => bytes.subarray(0, signature.length / 2).toString('hex') === signature;
  if (begins('ffd8ff')) return 'jpg';
  if (begins('89504e470d0a1a0a')) return 'png';
  if (begins('255044462d')) return 'pdf';
  // A workbook is a zip archive that names its parts of this kind.
  if (begins('504b0304') && bytes.includes('xl/')) return 'xlsx';
  if (begins('504b0304') && bytes.includes('AndroidManifest.xml')) return 'apk';
  return null;
}

/** Files in a local folder, or in S3 when an address `https://key:secret@host/bucket` is given. */
export function makeFiles(options: {
  folder: string;
  s3Url: string | null;
  secrets: Secrets;
  clock: Clock;
  log: Log;
}): Files {
  const { secrets, clock, folder } = options;
  const s3 = options.s3Url ? s3Store(options.s3Url) : null;
  const store = s3 ? spooled(join(folder, 'spool'), s3, options.log) : localStore(folder);
  const signed = (key: string, expires: string | number, name: string) => `${key} ${expires}${name && ` ${name}`}`;
  const check = (key: string, expires: string, signature: string, name = '') =>
    Number(expires) > clock.now().getTime() && secrets.isSigned('file', signed(key, expires, name), signature);
  const draftFolder = join(folder, 'draft');
  return {
    async put(key, bytes) {
      if (!KEY.test(key)) throw new RangeError(`not a file key: ${key}`);
      await store.put(key, bytes);
    },
    async hand(key, bytes) {
      if (!KEY.test(key)) throw new RangeError(`not a file key: ${key}`);
      await store.hand(key, bytes);
    },
    async newDraft() {
      await mkdir(draftFolder, { recursive: true });
      const oldest = clock.now().getTime() - SIGNED_FOR_MS;
      for (const name of await readdir(draftFolder)) {
        const path = join(draftFolder, name);
        const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: oldest }));
        // Left behind by a process that was ended while it wrote.
        if (mtimeMs < oldest) await rm(path, { force: true });
      }
      return join(draftFolder, randomUUID());
    },
    async putFile(key, path) {
      if (!KEY.test(key)) throw new RangeError(`not a file key: ${key}`);
      await store.putFile(key, path);
    },
    async open(key) {
      return KEY.test(key) ? store.open(key) : null;
    },
    async remove(key) {
      if (KEY.test(key)) await store.remove(key);
    },
    list: (tenantId) => store.list(`${tenantId}/`),
    clear: (tenantId) => store.clear(`${tenantId}/`),
    sign(key, name = '') {
      // Rounded up to the next day, so that an address stays the same for a while and browsers keep the picture.
      const expires = (Math.floor(clock.now().getTime() / SIGNED_FOR_MS) + 2) * SIGNED_FOR_MS;
      const named = name && `&n=${encodeURIComponent(name)}`;
      return `/api/file/${key}?e=${expires}&s=${secrets.sign('file', signed(key, expires, name))}${named}`;
    },
    check,
    keyIn(address) {
      if (!URL.canParse(address, 'http://localhost')) return null;
      const { pathname, searchParams } = new URL(address, 'http://localhost');
      const key = /^\/api\/file\/(.+)$/.exec(pathname)?.[1] ?? '';
      const [e = '', s = '', n = ''] = ['e', 's', 'n'].map((one) => searchParams.get(one) ?? '');
      return check(key, e, s, n) ? key : null;
    },
  };
}

interface Store {
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

function localStore(folder: string): Store {
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
    await writeFile(draft, bytes);
    await rename(draft, path);
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

/** What is handed over waits in a folder of this machine until the store has it, also over a restart; it is read from there. */
function spooled(folder: string, store: Omit<Store, 'hand'>, log: Log): Store {
  const spool = localStore(folder);
  let isBringing = false;
  let retry: NodeJS.Timeout | null = null;
  let isWanted = false;
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
        log.warn({ err: error.message }, 'files wait for their store');
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
      await spool.put(key, bytes);
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
      await landed(below);
      await store.clear(below);
    },
  };
}

/** The key of a file by its path below the folder all of them are in. */
function keyOf(folder: string, path: string): string {
  return relative(folder, path).split(sep).join('/');
}

/** The ending of a file that is still being written. */
const UNFINISHED = '.part';
/** A store that took nothing is tried again after this long. */
const SPOOL_RETRY_MS = 15_000;
/** So often, and after so long, a file that is not there is looked for. */
const ON_ITS_WAY_MS = [0, 300, 1000];

/** A store that does not answer within this long is not waited for: somebody stands behind the call. */
const S3_TIMEOUT_MS = 10_000;
/** A large file has longer: so much of it is sent in a millisecond at the least. */
const S3_BYTES_PER_MS = 500;
/** Asked again so often where it is busy, a few tenths of a second in all. */
const S3_RETRIES = 3;

function s3Store(address: string): Omit<Store, 'hand'> {
  const url = new URL(address);
  const client = new AwsClient({
    accessKeyId: decodeURIComponent(url.username),
    secretAccessKey: decodeURIComponent(url.password),
    service: 's3',
    region: url.searchParams.get('region') ?? 'us-east-1',
    retries: S3_RETRIES,
  });
  const base = `${url.protocol}//${url.host}${url.pathname.replace(/\/$/, '')}`;
  const call = async (key: string, method: 'GET' | 'PUT' | 'DELETE', body: Blob | null) => {
    // The signature covers the bytes as well: not every store takes them unsigned.
    const hash = createHash('sha256');
    if (body) for await (const part of body.stream()) hash.update(part);
    return client.fetch(`${base}/${key}`, {
      method,
      headers: { 'x-amz-content-sha256': hash.digest('hex') },
      signal: AbortSignal.timeout(S3_TIMEOUT_MS + Math.ceil((body?.size ?? 0) / S3_BYTES_PER_MS)),
      ...(body ? { body } : {}),
    });
  };
  const write = async (key: string, body: Blob) => {
    const answer = await call(key, 'PUT', body);
    if (!answer.ok) throw new Error(`S3 answered ${answer.status} to a write: ${await codeOf(answer)}`);
  };
  return {
    put: (key, bytes) => write(key, new Blob([bytes as Uint8Array<ArrayBuffer>])),
    async putFile(key, path) {
      // Read from the disk as it is sent; its length is known.
      await write(key, await openAsBlob(path));
      await rm(path, { force: true });
    },
    async open(key) {
      const answer = await call(key, 'GET', null);
      if (answer.ok && answer.body) return Readable.fromWeb(answer.body as never);
      const code = await codeOf(answer);
      if (answer.status === 404 && code !== 'NoSuchBucket') return null;
      throw new Error(`S3 answered ${answer.status} to a read: ${code}`);
    },
    async remove(key) {
      const answer = await call(key, 'DELETE', null);
      if (!answer.ok && answer.status !== 404)
        throw new Error(`S3 answered ${answer.status} to a removal: ${await codeOf(answer)}`);
    },
    async *list(below) {
      for (let after = ''; ; ) {
        const from = after && `&start-after=${encodeURIComponent(after)}`;
        const answer = await call(`?list-type=2&prefix=${encodeURIComponent(below)}${from}`, 'GET', null);
        if (!answer.ok) throw new Error(`S3 answered ${answer.status} to a listing: ${await codeOf(answer)}`);
        const keys = [...(await answer.text()).matchAll(/<Key>([^<]+)<\/Key>/g)].map((one) => one[1]!);
        if (keys.length === 0) return;
        yield* keys;
        after = keys.at(-1)!;
      }
    },
    async clear(below) {
      for await (const key of this.list(below)) await this.remove(key);
    },
  };
}

/** The code in words of an answer that refuses. */
async function codeOf(answer: Response): Promise<string> {
  return /<Code>(\w+)<\/Code>/.exec(await answer.text())?.[1] ?? 'no reason given';
}
