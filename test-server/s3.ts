import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { systemClock } from '@boyun/kernel/server';
import aws4 from 'aws4';

/** A store as strict as S3: each call must be signed (version 4) over its headers, path and body. */
export interface TestS3 {
  /** The bucket's address with its key and secret, as the product is given it. */
  readonly url: string;
  readonly objects: ReadonlyMap<string, Buffer>;
  /** Why calls were refused, oldest first. */
  readonly refused: readonly string[];
  /** Responds to the given number of following calls with 503, as a busy store does. */
  beBusy(calls: number): void;
  stop(): Promise<void>;
}

const BUCKET = 'pictures';
const REGION = 'cn-south-1';
const KEY = 'AKIATEST';
// With all the signs that must be escaped in an address.
const SECRET = 'a/b+c=d%e@f:g';
const SKEW_MS = 15 * 60_000;
/** What every call must sign. */
const SIGNED = ['host', 'x-amz-content-sha256', 'x-amz-date'];

/** Starts the store; signatures are made again by another library than the product's and compared. */
export async function startTestS3(): Promise<TestS3> {
  const objects = new Map<string, Buffer>();
  const refused: string[] = [];
  let busyCalls = 0;
  const refuse = (response: ServerResponse, status: number, code: string) => {
    refused.push(code);
    response.writeHead(status, { 'content-type': 'application/xml' });
    response.end(`<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code></Error>`);
  };
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    if (busyCalls > 0) {
      busyCalls -= 1;
      return refuse(response, 503, 'SlowDown');
    }
    const problem = signatureProblem(request, body);
    if (problem) return refuse(response, 403, problem);
    const { pathname, searchParams } = new URL(request.url!, 'http://s3');
    const [bucket, ...rest] = decodeURIComponent(pathname.slice(1)).split('/');
    const key = rest.join('/');
    if (bucket !== BUCKET) return refuse(response, 404, 'NoSuchBucket');
    if (request.method === 'PUT') {
      if (request.headers['content-length'] === undefined) return refuse(response, 411, 'MissingContentLength');
      objects.set(key, body);
      return response.writeHead(200).end();
    }
    if (request.method === 'DELETE') {
      objects.delete(key);
      return response.writeHead(204).end();
    }
    if (searchParams.has('list-type')) {
      const [prefix, after] = [searchParams.get('prefix') ?? '', searchParams.get('start-after') ?? ''];
      const keys = [...objects.keys()].filter((one) => one.startsWith(prefix) && one > after).sort();
      const items = keys.slice(0, LISTED).map((one) => `<Contents><Key>${one}</Key></Contents>`);
      return response.writeHead(200).end(`<ListBucketResult>${items.join('')}</ListBucketResult>`);
    }
    const found = objects.get(key);
    if (!found) return refuse(response, 404, 'NoSuchKey');
    response.writeHead(200, { 'content-length': found.length }).end(found);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return {
    url: `http://${KEY}:${encodeURIComponent(SECRET)}@127.0.0.1:${port}/${BUCKET}?region=${REGION}`,
    objects,
    refused,
    beBusy(calls) {
      busyCalls = calls;
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Maximum number of keys in one response to a listing. */
const LISTED = 2;

/** The code S3 refuses a call with, or null when its signature holds. */
function signatureProblem(request: IncomingMessage, body: Buffer): string | null {
  const given = request.headers.authorization ?? '';
  const parts = /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(given);
  if (!parts) return 'AccessDenied';
  const signed = parts[2]!.split(';');
  if (SIGNED.some((name) => !signed.includes(name))) return 'AccessDenied';
  const at = String(request.headers['x-amz-date']);
  const atMs = Date.parse(at.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  if (!(Math.abs(systemClock.now().getTime() - atMs) < SKEW_MS)) return 'RequestTimeTooSkewed';
  const hash = createHash('sha256').update(body).digest('hex');
  if (request.headers['x-amz-content-sha256'] !== hash) return 'XAmzContentSHA256Mismatch';
  const headers = Object.fromEntries(signed.map((name) => [NAMES[name] ?? name, String(request.headers[name])]));
  const signer = new aws4.RequestSigner(
    {
      service: 's3',
      region: REGION,
      method: request.method!,
      path: request.url!,
      headers,
      body,
      doNotModifyHeaders: true,
    },
    { accessKeyId: KEY, secretAccessKey: SECRET },
  );
  // Of itself it signs for the second in which it is asked, which may be the one after.
  const made = Object.assign(signer, { datetime: at }).sign().headers?.Authorization;
  return String(made).replaceAll(', ', ',') === given.replaceAll(', ', ',') ? null : 'SignatureDoesNotMatch';
}

/** The library that signs again looks for these in their usual spelling. */
const NAMES: Readonly<Record<string, string>> = {
  host: 'Host',
  'x-amz-date': 'X-Amz-Date',
  'x-amz-content-sha256': 'X-Amz-Content-Sha256',
};
