import { createHash, randomUUID } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { AwsClient } from 'aws4fetch';
import type { Clock } from './clock.ts';
import { spooled } from './file-spool.ts';
import { localStore, type Store } from './local-files.ts';
import type { Log } from './log.ts';
import type { Secrets } from './secret.ts';

/** Pictures, exports and uploads; a key is `<tenant>/<folder>/<yyyy-mm-dd>/<name>.<ending>`. */
export interface Files {
  put(key: string, bytes: Uint8Array): Promise<void>;
  /**
   * Keeps bytes on this machine at once and brings them to the store afterwards: for what a device waits for. Throws
   * when the disk does not take them or too much waits already.
   */
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
  /**
   * An address that works without signing in for 10 to 20 minutes; a file with a name is downloaded under it. The account with
   * the id `reader` may renew it later.
   */
  sign(key: string, name?: string, reader?: string | null): string;
  /** The same address with a new expiry, however old it is; null when it was not signed for this account. */
  renew(address: string, reader: string): string | null;
  /** Whether a signed address holds: the signature is right, also for the name, and not expired. */
  check(key: string, expires: string, signature: string, name?: string): boolean;
  /** The key in a signed address of this server; null when it is none, or has expired and was not signed for `reader`. */
  keyIn(address: string, reader?: string | null): string | null;
}

const KEY = /^\d+\/[a-z-]+\/\d{4}-\d{2}-\d{2}\/[A-Za-z0-9._-]+$/;
/** Addresses signed within such a slot are equal, so that browsers keep the picture; they hold to the end of the next slot. */
const ADDRESS_SLOT_MS = 10 * 60_000;
const DRAFT_KEPT_MS = 24 * 3600 * 1000;

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
  /** Most bytes that wait on this machine for an S3 that is away. */
  maxSpoolBytes?: number;
}): Files {
  const { secrets, clock, folder } = options;
  const s3 = options.s3Url ? s3Store(options.s3Url) : null;
  const store = s3
    ? spooled(join(folder, 'spool'), s3, { log: options.log, maxBytes: options.maxSpoolBytes })
    : localStore(folder);
  const signed = (key: string, expires: string | number, name: string) => `${key} ${expires}${name && ` ${name}`}`;
  const check = (key: string, expires: string, signature: string, name = '') =>
    Number(expires) > clock.now().getTime() && secrets.isSigned('file', signed(key, expires, name), signature);
  const sign = (key: string, name = '', reader: string | null = null) => {
    const expires = (Math.floor(clock.now().getTime() / ADDRESS_SLOT_MS) + 2) * ADDRESS_SLOT_MS;
    const named = name && `&n=${encodeURIComponent(name)}`;
    const renewable = reader && `&r=${secrets.sign('file-reader', `${reader} ${key} ${name}`)}`;
    return `/api/file/${key}?e=${expires}&s=${secrets.sign('file', signed(key, expires, name))}${named}${renewable ?? ''}`;
  };
  /** The parts of an address, and whether it holds now or for the account that reads it. */
  const read = (address: string, reader: string | null) => {
    if (!URL.canParse(address, 'http://localhost')) return null;
    const { pathname, searchParams } = new URL(address, 'http://localhost');
    const key = /^\/api\/file\/(.+)$/.exec(pathname)?.[1] ?? '';
    const [e = '', s = '', name = '', r = ''] = ['e', 's', 'n', 'r'].map((one) => searchParams.get(one) ?? '');
    const isOwn = reader !== null && secrets.isSigned('file-reader', `${reader} ${key} ${name}`, r);
    return { key, name, isOwn, holds: check(key, e, s, name) };
  };
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
      const oldest = clock.now().getTime() - DRAFT_KEPT_MS;
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
    sign,
    check,
    renew(address, reader) {
      const found = read(address, reader);
      return found?.isOwn ? sign(found.key, found.name, reader) : null;
    },
    keyIn(address, reader = null) {
      const found = read(address, reader);
      return found && (found.holds || found.isOwn) ? found.key : null;
    },
  };
}

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
