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

/** Pictures, exports and uploads; a key is `<tenant>/<folder>/<yyyy-mm-dd>/<name>.<extension>`. */
export interface Files {
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
  /**
   * Returns an address that works without signing in for 10 to 20 minutes; with `name` the file is downloaded under that name. The account
   * with the id `reader` may renew it later.
   */
  sign(key: string, name?: string, reader?: string | null): string;
  /** Returns the same address with a new expiry, however old it is; null when it was not signed for this account. */
  renew(address: string, reader: string): string | null;
  /** Whether a signed address is valid: the signature matches key and name, and has not expired. */
  check(key: string, expires: string, signature: string, name?: string): boolean;
  /** Returns the key in a signed address of this server; null when it is not one, or has expired and was not signed for `reader`. */
  keyIn(address: string, reader?: string | null): string | null;
}

const KEY = /^\d+\/[a-z-]+\/\d{4}-\d{2}-\d{2}\/[A-Za-z0-9._-]+$/;
/** Addresses signed within the same slot are equal, so that browsers cache the picture; they are valid to the end of the next slot. */
const ADDRESS_SLOT_MS = 10 * 60_000;
const DRAFT_KEPT_MS = 24 * 3600 * 1000;

/** Content type by extension; any other file is offered as a download. */
export const FILE_TYPES: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  png: 'image/png',
  svg: 'image/svg+xml',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
  pdf: 'application/pdf',
  apk: 'application/vnd.android.package-archive',
};

/** Detects the type of a file from its first bytes and returns its extension; null for a type that is not accepted. */
export function contentType(bytes: Buffer): string | null {
  const begins = (signature: string) => bytes.subarray(0, signature.length / 2).toString('hex') === signature;
  if (begins('ffd8ff')) return 'jpg';
  if (begins('89504e470d0a1a0a')) return 'png';
  if (begins('255044462d')) return 'pdf';
  // A workbook is a zip archive with parts below `xl/`.
  if (begins('504b0304') && bytes.includes('xl/')) return 'xlsx';
  if (begins('504b0304') && bytes.includes('AndroidManifest.xml')) return 'apk';
  return null;
}

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
  /** Parses an address and checks whether it is valid now or for the account that reads it. */
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
    async spool(key, bytes) {
      if (!KEY.test(key)) throw new RangeError(`not a file key: ${key}`);
      await store.spool(key, bytes);
    },
    async newDraft() {
      await mkdir(draftFolder, { recursive: true });
      const oldest = clock.now().getTime() - DRAFT_KEPT_MS;
      for (const name of await readdir(draftFolder)) {
        const path = join(draftFolder, name);
        const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: oldest }));
        // Left behind by a process that ended while writing.
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

/** Timeout of a request to the store: a person or a device is waiting for the call. */
const S3_TIMEOUT_MS = 10_000;
/** A large file gets more time: the minimum upload rate. */
const S3_BYTES_PER_MS = 500;
/** Retries while the store is busy, a few tenths of a second in total. */
const S3_RETRIES = 3;

function s3Store(address: string): Omit<Store, 'spool'> {
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
    // The signature covers the bytes as well, because some stores refuse an unsigned payload.
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
      // Streamed from disk; its length is known.
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

/** Returns the error code in the body of a failed response. */
async function codeOf(answer: Response): Promise<string> {
  return /<Code>(\w+)<\/Code>/.exec(await answer.text())?.[1] ?? 'no reason given';
}
