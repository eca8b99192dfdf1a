import { createHash } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { AwsClient } from 'aws4fetch';
import type { Store } from './local-files.ts';

/** Timeout of a request to the store: a person or a device is waiting for the call. */
const TIMEOUT_MS = 10_000;
/** A large file gets more time: the minimum upload rate. */
const BYTES_PER_MS = 500;
/** Retries while the store is busy, a few tenths of a second in total. */
const RETRIES = 3;

/** Stores files in an S3 bucket with the address `https://key:secret@host/bucket`. */
export class S3Files implements Omit<Store, 'spool'> {
  readonly #client: AwsClient;
  readonly #base: string;

  constructor(address: string) {
    const url = new URL(address);
    this.#client = new AwsClient({
      accessKeyId: decodeURIComponent(url.username),
      secretAccessKey: decodeURIComponent(url.password),
      service: 's3',
      region: url.searchParams.get('region') ?? 'us-east-1',
      retries: RETRIES,
    });
    this.#base = `${url.protocol}//${url.host}${url.pathname.replace(/\/$/, '')}`;
  }

  put(key: string, bytes: Uint8Array): Promise<void> {
    return this.#write(key, new Blob([bytes as Uint8Array<ArrayBuffer>]));
  }

  async putFile(key: string, path: string): Promise<void> {
    // Streamed from disk; its length is known.
    await this.#write(key, await openAsBlob(path));
    await rm(path, { force: true });
  }

  async open(key: string): Promise<Readable | null> {
    const answer = await this.#call(key, 'GET');
    if (answer.ok && answer.body) return Readable.from(answer.body, { objectMode: false });
    const code = await codeOf(answer);
    if (answer.status === 404 && code !== 'NoSuchBucket') return null;
    throw new Error(`S3 answered ${answer.status} to a read: ${code}`);
  }

  async remove(key: string): Promise<void> {
    const answer = await this.#call(key, 'DELETE');
    if (!answer.ok && answer.status !== 404)
      throw new Error(`S3 answered ${answer.status} to a removal: ${await codeOf(answer)}`);
  }

  async *list(folder: string): AsyncGenerator<string> {
    for (let after = ''; ; ) {
      const from = after && `&start-after=${encodeURIComponent(after)}`;
      const answer = await this.#call(`?list-type=2&prefix=${encodeURIComponent(folder)}${from}`, 'GET');
      if (!answer.ok) throw new Error(`S3 answered ${answer.status} to a listing: ${await codeOf(answer)}`);
      const keys = [...(await answer.text()).matchAll(/<Key>([^<]+)<\/Key>/g)].map((one) => one[1]!);
      if (keys.length === 0) return;
      yield* keys;
      after = keys.at(-1)!;
    }
  }

  async clear(folder: string): Promise<void> {
    for await (const key of this.list(folder)) await this.remove(key);
  }

  async #write(key: string, body: Blob): Promise<void> {
    const answer = await this.#call(key, 'PUT', body);
    if (!answer.ok) throw new Error(`S3 answered ${answer.status} to a write: ${await codeOf(answer)}`);
  }

  async #call(key: string, method: 'GET' | 'PUT' | 'DELETE', body: Blob | null = null): Promise<Response> {
    // The signature covers the bytes as well, because some stores refuse an unsigned payload.
    const hash = createHash('sha256');
    if (body) for await (const part of body.stream()) hash.update(part);
    return this.#client.fetch(`${this.#base}/${key}`, {
      method,
      headers: { 'x-amz-content-sha256': hash.digest('hex') },
      signal: AbortSignal.timeout(TIMEOUT_MS + Math.ceil((body?.size ?? 0) / BYTES_PER_MS)),
      ...(body ? { body } : {}),
    });
  }
}

/** Returns the error code in the body of a failed response. */
async function codeOf(answer: Response): Promise<string> {
  return /<Code>(\w+)<\/Code>/.exec(await answer.text())?.[1] ?? 'no reason given';
}
