import { Agent, request } from 'node:http';
import { Agent as SecureAgent, request as secureRequest } from 'node:https';

/** An answer of the server. */
export type PostAnswer = { status: number; text: string; tookMs: number };

/** How to send one message. */
export type PostOptions = {
  contentType: string;
  timeoutMs: number;
  signal?: AbortSignal | undefined;
  /** Hang up once the request is written, as when the answer is lost on the way: the promise then rejects. */
  losesAnswer?: boolean;
};

/** Sends messages over kept connections. */
export type Poster = {
  post(path: string, body: string | Buffer, options: PostOptions): Promise<PostAnswer>;
  close(): void;
};

/** Makes a sender for one server; rejects only when the network fails; a response of any status resolves. */
export function createPoster(url: string, socketCount: number): Poster {
  const base = new URL(url);
  const isSecure = base.protocol === 'https:';
  const settings = { keepAlive: true, maxSockets: socketCount, scheduling: 'lifo' as const };
  const agent = isSecure ? new SecureAgent(settings) : new Agent(settings);
  const prefix = base.pathname.replace(/\/$/, '');
  return {
    post(path, body, options) {
      return new Promise((resolve, reject) => {
        const startedMs = performance.now();
        const call = (isSecure ? secureRequest : request)({
          agent,
          protocol: base.protocol,
          hostname: base.hostname,
          port: base.port,
          path: prefix + path,
          method: 'POST',
          headers: { 'content-type': options.contentType, 'content-length': Buffer.byteLength(body) },
          timeout: options.timeoutMs,
          signal: options.signal,
        });
        call.on('error', reject);
        call.on('timeout', () => call.destroy(new Error('No answer in time.')));
        call.on('response', (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('error', reject);
          response.on('aborted', () => reject(new Error('The answer broke off.')));
          response.on('end', () => {
            const text = Buffer.concat(chunks).toString('utf8');
            resolve({ status: response.statusCode ?? 0, text, tookMs: performance.now() - startedMs });
          });
        });
        if (options.losesAnswer) {
          // The server must have the whole message, so the line is cut a moment after the last byte went out.
          call.on('finish', () => setTimeout(() => call.destroy(new Error('The answer was lost.')), 5));
        }
        call.end(body);
      });
    },
    close() {
      agent.destroy();
    },
  };
}
