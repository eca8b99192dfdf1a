import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { nowMs } from './time.ts';

/** What the double asks the product, as MediaMTX does. */
export interface MediaQuestion {
  readonly action: string;
  readonly path: string;
  readonly protocol: string;
  readonly token: string;
  readonly query: string;
}

/** A recorded span of the double. */
export interface MediaSpan {
  readonly start: Date;
  readonly seconds: number;
}

/** A media server for tests that behaves as the documentation of MediaMTX says; all its servers are on one port. */
export interface MediaServer {
  readonly url: string;
  /** What was asked at the hook, oldest first, with the status of the answer. */
  readonly asked: (MediaQuestion & { readonly status: number })[];
  /** Sessions of WebRTC that are open. */
  readonly sessions: ReadonlySet<string>;
  /** Takes its settings from a configuration file; the hook is called at `origin`. */
  configure(file: string, origin: string): void;
  /** Lets pages of a further origin read what it answers. */
  allow(origin: string): void;
  readonly spans: MediaSpan[];
  /** What is recorded, and seen by HLS for ever again: an MP4 in fragments; by default one that no browser plays. */
  film: Buffer;
  /** Answers an offer of WebRTC; text by default. What it throws is a failure of the server. */
  answerOffer: (offer: string) => string | Promise<string>;
  stop(): Promise<void>;
}

/** Starts the double: WHEP, HLS, the playback server, and the question at the hook before each. */
export async function startMediaServer(): Promise<MediaServer> {
  const double = new Double();
  await double.listen();
  return double;
}

/** The length of a film, and of each segment. */
export const FILM_SECONDS = 2;
/** Segments a list names. */
const LIVE_SEGMENTS = 4;

class Double implements MediaServer {
  url = '';
  readonly asked: (MediaQuestion & { readonly status: number })[] = [];
  readonly sessions = new Set<string>();
  readonly spans: MediaSpan[] = [];
  film = Buffer.from('ftypiso5');
  readonly #began = nowMs();
  #hook: string | null = null;
  #allowed: string[] = [];
  readonly #server = createServer((request, response) => {
    this.#handle(request, response).catch((error: Error) => response.writeHead(500).end(error.message));
  });

  answerOffer: MediaServer['answerOffer'] = (offer) => `v=0\r\ns=answer to ${offer.length}\r\n`;

  allow(origin: string): void {
    this.#allowed.push(origin);
  }

  configure(file: string, origin: string): void {
    const readKey = (key: string) => JSON.parse(new RegExp(`^${key}: (.+)$`, 'm').exec(file)?.[1] ?? 'null');
    if (!/^authMethod: http$/m.test(file)) throw new Error('the configuration names no hook');
    this.#hook = origin + new URL(readKey('authHTTPAddress')).pathname;
    this.#allowed = readKey('webrtcAllowOrigins');
  }

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', this.url);
    const { origin } = request.headers;
    if (origin && (this.#allowed.includes(origin) || this.#allowed.length === 0))
      response.setHeader('access-control-allow-origin', origin);
    if (request.method === 'OPTIONS')
      return void response
        .writeHead(204, {
          'access-control-allow-methods': 'OPTIONS, GET, POST, PATCH, DELETE',
          'access-control-allow-headers': 'Authorization, Content-Type, If-Match, Range',
        })
        .end();
    if (url.pathname === '/list' || url.pathname === '/get') return this.#playBack(url, request, response);
    const [, path = '', end = '', session = ''] =
      /^\/(.+?)\/(whep|index\.m3u8|main_stream\.m3u8|[\w.]+\.mp4)(?:\/([\w-]+))?$/.exec(url.pathname) ?? [];
    if (end === 'whep') return this.#whep(path, session, url, request, response);
    if (!path) return void response.writeHead(404).end();
    if (!(await this.#mayDo('read', path, 'hls', url, request, response))) return;
    this.#hls(end, response);
  }

  /** A list of lists, a list of the last segments, and their files (RFC 8216). Each segment is the film again. */
  #hls(name: string, response: ServerResponse): void {
    if (name.endsWith('.mp4')) {
      const firstFragment = this.film.indexOf('moof') - 4;
      const part = name === 'init.mp4' ? this.film.subarray(0, firstFragment) : this.film.subarray(firstFragment);
      return void response.writeHead(200, { 'content-type': 'video/mp4' }).end(part);
    }
    response.writeHead(200, { 'content-type': 'application/vnd.apple.mpegurl' });
    if (name === 'index.m3u8')
      return void response.end(
        '#EXTM3U\n#EXT-X-VERSION:9\n#EXT-X-STREAM-INF:BANDWIDTH=1000000,CODECS="avc1.42001e"\nmain_stream.m3u8\n',
      );
    const seconds = FILM_SECONDS;
    const newest = Math.floor((nowMs() - this.#began) / 1000 / seconds) + LIVE_SEGMENTS;
    const lines = Array.from({ length: LIVE_SEGMENTS }, (_, index) => {
      const place = newest - LIVE_SEGMENTS + 1 + index;
      return `#EXT-X-DISCONTINUITY\n#EXT-X-MAP:URI="init.mp4"\n#EXTINF:${seconds.toFixed(3)},\nseg${place}.mp4`;
    });
    const first = newest - LIVE_SEGMENTS + 1;
    response.end(
      `#EXTM3U\n#EXT-X-VERSION:9\n#EXT-X-TARGETDURATION:${seconds}\n#EXT-X-MEDIA-SEQUENCE:${first}\n` +
        `#EXT-X-DISCONTINUITY-SEQUENCE:${first}\n${lines.join('\n')}\n`,
    );
  }

  async #whep(
    path: string,
    session: string,
    url: URL,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    // The session's address is secret enough: it is not asked for again.
    if (request.method === 'PATCH') return void response.writeHead(this.sessions.has(session) ? 204 : 404).end();
    if (request.method === 'DELETE') return void response.writeHead(this.sessions.delete(session) ? 200 : 404).end();
    const offer = await bodyOf(request);
    if (!(await this.#mayDo('read', path, 'webrtc', url, request, response))) return;
    if (request.headers['content-type'] !== 'application/sdp') return void response.writeHead(400).end();
    const id = randomUUID();
    const answer = await this.answerOffer(offer);
    this.sessions.add(id);
    response.writeHead(201, {
      'content-type': 'application/sdp',
      'access-control-expose-headers': 'ETag, ID, Accept-Patch, Link, Location',
      etag: '*',
      id,
      'accept-patch': 'application/trickle-ice-sdpfrag',
      location: `/${path}/whep/${id}`,
    });
    response.end(answer);
  }

  async #playBack(url: URL, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = url.searchParams.get('path') ?? '';
    if (!(await this.#mayDo('playback', path, '', url, request, response))) return;
    const moment = (key: string) => new Date(url.searchParams.get(key) ?? Number.NaN).getTime();
    const from = moment('start');
    if (Number.isNaN(from)) return void response.writeHead(400).end('{"error":"invalid start"}');
    if (url.pathname === '/get')
      return void response.writeHead(200, { 'content-type': 'video/mp4', 'accept-ranges': 'none' }).end(this.film);
    const to = moment('end');
    const found = this.spans.filter(
      ({ start, seconds }) => start.getTime() + seconds * 1000 > from && start.getTime() < to,
    );
    const list = found.map(({ start, seconds }) => ({ start: start.toISOString(), duration: seconds, url: '' }));
    response.writeHead(found.length > 0 ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(found.length > 0 ? list : { error: 'no recording segments found' }));
  }

  /** Asks the hook; answers 401 itself where that refuses. */
  async #mayDo(
    action: string,
    path: string,
    protocol: string,
    url: URL,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<boolean> {
    const [scheme, given = ''] = (request.headers.authorization ?? '').split(' ');
    const [user, password] = scheme === 'Basic' ? Buffer.from(given, 'base64').toString().split(':') : ['', ''];
    const token = scheme === 'Bearer' ? given : '';
    const query = url.search.slice(1);
    const question = { ip: '127.0.0.1', user, password, token, action, path, protocol, id: randomUUID(), query };
    const status = this.#hook ? await ask(this.#hook, question) : 401;
    this.asked.push({ action, path, protocol, token, query, status });
    if (status >= 200 && status < 300) return true;
    response.writeHead(
      401,
      token || user || query.includes('token=') ? {} : { 'www-authenticate': 'Basic realm="mediamtx"' },
    );
    response.end();
    return false;
  }
}

async function ask(hook: string, question: object): Promise<number> {
  const response = await fetch(hook, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(question),
  });
  await response.body?.cancel();
  return response.status;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}
