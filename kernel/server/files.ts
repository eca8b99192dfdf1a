import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { AwsClient } from 'aws4fetch';
import type { Clock } from './clock.ts';
import type { Secrets } from './secret.ts';

/** Pictures, exports and uploads; a key is `<tenant>/<folder>/<yyyy-mm-dd>/<name>.<ending>`. */
export interface Files {
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** The bytes, or null when there is no such file. */
  open(key: string): Promise<Readable | null>;
  /** Takes a file away; one that is not there is none. */
  remove(key: string): Promise<void>;
  /** An address that works without signing in until it expires. */
  sign(key: string): string;
  /** Whether a signed address holds: the signature is right and not expired. */
  check(key: string, expires: string, signature: string): boolean;
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
};

/** What a file is by its first bytes, as the ending it should have; null for what is not taken. */
export function contentType(bytes: Buffer): string | null {
  const begins = (signature: string) => bytes.subarray(0, signature.length / 2).toString('hex') === signature;
  if (begins('ffd8ff')) return 'jpg';
  if (begins('89504e470d0a1a0a')) return 'png';
  if (begins('255044462d')) return 'pdf';
  // A workbook is a zip archive that names its parts of this kind.
  if (begins('504b0304') && bytes.includes('xl/')) return 'xlsx';
  return null;
}

/** Files in a local folder, or in S3 when an address `https://key:secret@host/bucket` is given. */
export function makeFiles(options: { folder: string; s3Url: string | null; secrets: Secrets; clock: Clock }): Files {
  const { secrets, clock } = options;
  const store = options.s3Url ? s3Store(options.s3Url) : localStore(options.folder);
  const check = (key: string, expires: string, signature: string) =>
    Number(expires) > clock.now().getTime() && secrets.isSigned('file', `${key} ${expires}`, signature);
  return {
    async put(key, bytes) {
      if (!KEY.test(key)) throw new RangeError(`not a file key: ${key}`);
      await store.put(key, bytes);
    },
    async open(key) {
      return KEY.test(key) ? store.open(key) : null;
    },
    async remove(key) {
      if (KEY.test(key)) await store.remove(key);
    },
    sign(key) {
      // Rounded up to the next day, so that an address stays the same for a while and browsers keep the picture.
      const expires = (Math.floor(clock.now().getTime() / SIGNED_FOR_MS) + 2) * SIGNED_FOR_MS;
      return `/api/file/${key}?e=${expires}&s=${secrets.sign('file', `${key} ${expires}`)}`;
    },
    check,
    keyIn(address) {
      if (!URL.canParse(address, 'http://localhost')) return null;
      const { pathname, searchParams } = new URL(address, 'http://localhost');
      const key = /^\/api\/file\/(.+)$/.exec(pathname)?.[1] ?? '';
      return check(key, searchParams.get('e') ?? '', searchParams.get('s') ?? '') ? key : null;
    },
  };
}

interface Store {
  put(key: string, bytes: Uint8Array): Promise<void>;
  open(key: string): Promise<Readable | null>;
  remove(key: string): Promise<void>;
}

function localStore(folder: string): Store {
  const made = new Set<string>();
  return {
    async put(key, bytes) {
      const path = join(folder, key);
      const parent = dirname(path);
      if (!made.has(parent)) {
        await mkdir(parent, { recursive: true });
        made.add(parent);
      }
      // A name of its own: a camera that repeats itself may write the same file twice at the same moment.
      const draft = `${path}.${randomUUID()}.part`;
      await writeFile(draft, bytes);
      await rename(draft, path);
    },
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
  };
}

/** A store that does not answer within this long is not waited for: a camera stands behind the call. */
const S3_TIMEOUT_MS = 10_000;
/** Asked again so often where it is busy, a few tenths of a second in all. */
const S3_RETRIES = 3;

function s3Store(address: string): Store {
  const url = new URL(address);
  const client = new AwsClient({
    accessKeyId: decodeURIComponent(url.username),
    secretAccessKey: decodeURIComponent(url.password),
    service: 's3',
    region: url.searchParams.get('region') ?? 'us-east-1',
    retries: S3_RETRIES,
  });
  const base = `${url.protocol}//${url.host}${url.pathname.replace(/\/$/, '')}`;
  const call = (key: string, method: 'GET' | 'PUT' | 'DELETE', body: Uint8Array | null) =>
    client.fetch(`${base}/${key}`, {
      method,
      // The signature covers the bytes as well: not every store takes them unsigned.
      headers: {
        'x-amz-content-sha256': createHash('sha256')
          .update(body ?? '')
          .digest('hex'),
      },
      signal: AbortSignal.timeout(S3_TIMEOUT_MS),
      ...(body ? { body: body as BodyInit } : {}),
    });
  return {
    async put(key, bytes) {
      const answer = await call(key, 'PUT', bytes);
      if (!answer.ok) throw new Error(`S3 answered ${answer.status} to a write: ${await codeOf(answer)}`);
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
  };
}

/** The code in words of an answer that refuses. */
async function codeOf(answer: Response): Promise<string> {
  return /<Code>(\w+)<\/Code>/.exec(await answer.text())?.[1] ?? 'no reason given';
}
