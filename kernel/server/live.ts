import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type pg from 'pg';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Access } from '../contract/access.ts';
import { type AnyEventType, liveReaders } from '../contract/event.ts';
import type { Channel } from '../contract/operation.ts';
import { Refusal } from '../contract/refusal.ts';
import { encode } from '../contract/wire.ts';
import type { Database } from './database.ts';
import type { EventLog } from './event-log.ts';
import type { EventRow } from './history.ts';
import type { Log } from './log.ts';
import { isAllowed } from './session.ts';
import { coversLot, hidesPhones, type Who } from './who.ts';

/** What a channel may need besides the event: signed addresses of files. */
export interface ChannelContext {
  signFile(key: string): string;
  /** The declaration of the event; null where it has none. */
  readonly type: AnyEventType | null;
  /** The permissions of which one is required to receive its data, including those that higher modules add. */
  readonly access: readonly Access[];
}

/** How a channel turns events into messages; null means that this listener does not receive it. */
export interface ChannelHandler {
  readonly channel: Channel;
  /** The event kinds it handles; null for those whose declaration says `live`. */
  readonly kinds: readonly string[] | null;
  message(event: EventRow, who: Who, context: ChannelContext): Readonly<Record<string, unknown>> | null;
  /** Response to a text from the page other than the heartbeat; null for none. */
  answer?(text: string, who: Who, database: Database): Promise<Readonly<Record<string, unknown>> | null>;
}

const NOTIFY = 'boyun_event';
/** Maximum unsent bytes of a listener; a slower one is disconnected, reconnects and refetches. */
const MAX_BACKLOG = 1_000_000;
const HEARTBEAT_MS = 30_000;
const SESSION_ENDED = 4403;

interface Listener {
  readonly socket: WebSocket;
  /** With its current permissions and lots. */
  who: Who;
  readonly authenticate: () => Promise<Who>;
  readonly handler: ChannelHandler;
  /** The last permission check; checks run one after the other, so that the newest result is kept. */
  checked: Promise<void>;
  isAlive: boolean;
  /** Whether a request of it is being processed; further ones are dropped meanwhile. */
  isAsking: boolean;
}

/**
 * Sends what the event log reads to sockets and internal listeners. Processes notify each other of new events; the content comes from the
 * log, so a lost notification loses no event.
 */
export class Live {
  readonly #database: Database;
  readonly #log: Log;
  readonly #handlers: readonly ChannelHandler[];
  readonly #types: ReadonlyMap<string, AnyEventType>;
  readonly #signFile: (key: string, who: Who) => string;
  readonly #authenticate: (token: string, request: IncomingMessage) => Promise<Who>;
  readonly #listeners = new Set<Listener>();
  readonly #eventListeners = new Set<(event: EventRow) => void>();
  readonly #server = new WebSocketServer({ noServer: true, maxPayload: 64 * 1024 });
  readonly #eventLog: EventLog;
  #unfollow: () => void = () => undefined;
  #client: pg.Client | null = null;
  #isStopped = false;
  #notifyTimer: NodeJS.Timeout | null = null;
  #listenTimer: NodeJS.Timeout | null = null;
  #timers: NodeJS.Timeout[] = [];

  constructor(options: {
    database: Database;
    log: Log;
    handlers: readonly ChannelHandler[];
    /** The declarations of all modules. */
    events: readonly AnyEventType[];
    signFile: (key: string, who: Who) => string;
    authenticate: (token: string, request: IncomingMessage) => Promise<Who>;
    eventLog: EventLog;
  }) {
    this.#database = options.database;
    this.#log = options.log;
    this.#handlers = options.handlers;
    this.#types = new Map(options.events.map((one) => [one.kind, one]));
    this.#signFile = options.signFile;
    this.#authenticate = options.authenticate;
    this.#eventLog = options.eventLog;
  }

  #accessOf(type: AnyEventType): readonly Access[] {
    const more = this.#database.slots.all(liveReaders).filter(({ event }) => event.kind === type.kind);
    return [...(type.live?.access ?? []), ...more.map(({ access }) => access)];
  }

  async start(server: Server): Promise<void> {
    this.#unfollow = this.#eventLog.follow((events) => this.#take(events));
    server.on('upgrade', (request, socket, head) => void this.#upgrade(request, socket, head));
    this.#database.onEvents(() => this.#announce());
    await this.#listen();
    this.#timers = [setInterval(() => this.#checkPeers(), HEARTBEAT_MS)];
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#unfollow();
    for (const timer of this.#timers) clearInterval(timer);
    if (this.#notifyTimer) clearTimeout(this.#notifyTimer);
    if (this.#listenTimer) clearTimeout(this.#listenTimer);
    for (const one of this.#listeners) one.socket.close(1001, 'server stops');
    for (const one of this.#listeners) one.socket.terminate();
    await this.#client?.end().catch(() => undefined);
  }

  /** Registers a listener for every event of every tenant as it becomes visible; returns a function that removes it. */
  onEvent(listener: (event: EventRow) => void): () => void {
    this.#eventListeners.add(listener);
    return () => this.#eventListeners.delete(listener);
  }

  get listenerCount(): number {
    return this.#listeners.size;
  }

  /** Closes the sockets of a session that has ended. */
  closeSession(sessionId: string): void {
    for (const one of this.#listeners)
      if (one.who.sessionId === sessionId) one.socket.close(SESSION_ENDED, 'session ended');
  }

  /** Checks the listeners of a tenant again after permissions or scopes have changed. */
  async refresh(tenantId: number): Promise<void> {
    // Sequentially, so that many listeners do not take connections from the gates.
    for (const one of [...this.#listeners]) if (one.who.tenantId === tenantId) await this.#recheck(one);
  }

  #recheck(listener: Listener): Promise<void> {
    const { socket, handler, authenticate } = listener;
    const check = async () => {
      try {
        const who = await authenticate();
        if (mayListen(handler.channel, who)) listener.who = who;
        // The client reconnects and is re-authorised.
        else socket.close(1012, 'rights have changed');
      } catch (error) {
        if (error instanceof Refusal) socket.close(SESSION_ENDED, 'session ended');
        else socket.close(1012, 'no answer to who this is');
      }
    };
    listener.checked = listener.checked.then(check);
    return listener.checked;
  }

  /** Notifies all processes, including this one, at most every ten milliseconds. */
  #announce(): void {
    if (this.#notifyTimer || this.#isStopped) return;
    this.#notifyTimer = setTimeout(() => {
      this.#notifyTimer = null;
      this.#database.system(`select pg_notify('${NOTIFY}', '')`).catch(() => undefined);
    }, 10);
  }

  async #listen(): Promise<void> {
    this.#listenTimer = null;
    try {
      const client = await this.#database.connect();
      if (this.#isStopped) return void (await client.end());
      this.#client = client;
      client.on('notification', () => this.#eventLog.wake());
      client.on('end', () => this.#relisten(client));
      await client.query(`listen ${NOTIFY}`);
      this.#eventLog.wake();
    } catch {
      this.#relisten(this.#client);
    }
  }

  /** Listens on a new connection once `lost` has ended, however long the database is unavailable. */
  #relisten(lost: pg.Client | null): void {
    if (this.#isStopped || this.#listenTimer || lost !== this.#client) return;
    this.#client = null;
    lost?.end().catch(() => undefined);
    this.#listenTimer = setTimeout(() => void this.#listen(), 500);
  }

  #take(events: readonly EventRow[]): void {
    for (const event of events) {
      for (const listener of this.#eventListeners) this.#guard(event, () => listener(event));
      for (const listener of this.#listeners) this.#guard(event, () => this.#tell(listener, event));
    }
  }

  /** A failing listener must not keep the event from the others. */
  #guard(event: EventRow, work: () => void): void {
    try {
      work();
    } catch (error) {
      const { id, kind, requestId } = event;
      this.#log.error({ event: id, kind, requestId, err: error }, 'a listener failed for an event');
    }
  }

  #tell(listener: Listener, event: EventRow): void {
    const { who, handler } = listener;
    if (event.tenantId !== who.tenantId) return;
    const type = this.#types.get(event.kind) ?? null;
    if (!(handler.kinds ? handler.kinds.includes(event.kind) : type?.live)) return;
    if (event.lotId !== null && !coversLot(who, event.lotId)) return;
    const message = handler.message(event, who, {
      signFile: (key) => this.#signFile(key, who),
      type,
      access: type ? this.#accessOf(type) : [],
    });
    if (message) this.#send(listener, message);
  }

  #send({ who, handler, socket }: Listener, message: Readonly<Record<string, unknown>>): void {
    if (socket.bufferedAmount > MAX_BACKLOG) {
      socket.close(1013, 'too slow');
      return;
    }
    const signFile = (key: string) => this.#signFile(key, who);
    const context = { zone: who.zone, signFile, hidesPhones: hidesPhones(who) };
    socket.send(JSON.stringify(encode(handler.channel.out, message, context)));
  }

  async #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    // The HTTP server no longer handles errors of the socket: a peer that resets it must not affect anything but its own connection.
    socket.on('error', () => socket.destroy());
    const address = request.url ?? '';
    const url = URL.canParse(address, 'http://localhost') ? new URL(address, 'http://localhost') : null;
    const handler = this.#handlers.find((one) => one.channel.path === url?.pathname);
    const protocol = request.headers['sec-websocket-protocol']?.split(',')[0]?.trim();
    const token = handler?.channel.token === 'query' ? url?.searchParams.get('token') : protocol;
    try {
      const who = handler && token ? await this.#authenticate(token, request) : null;
      if (!handler || !who || !mayListen(handler.channel, who)) {
        return refuseSocket(socket, handler ? '401 Unauthorized' : '404 Not Found');
      }
      const authenticate = () => this.#authenticate(token!, request);
      this.#server.handleUpgrade(request, socket, head, (open) => this.#welcome(open, who, handler, authenticate));
    } catch (error) {
      refuseSocket(socket, error instanceof Refusal ? '401 Unauthorized' : '503 Service Unavailable');
    }
  }

  #welcome(socket: WebSocket, who: Who, handler: ChannelHandler, authenticate: Listener['authenticate']): void {
    const checked = Promise.resolve();
    const listener: Listener = { socket, who, authenticate, handler, checked, isAlive: true, isAsking: false };
    this.#listeners.add(listener);
    // Changes since its authorisation were announced to the other listeners only.
    void this.#recheck(listener);
    socket.on('pong', () => {
      listener.isAlive = true;
    });
    socket.on('message', (data) => {
      listener.isAlive = true;
      // The heartbeat of the spec: the text `success` is echoed.
      const text = String(data);
      if (text === 'success') socket.send('success');
      else void this.#answer(listener, text);
    });
    socket.on('error', () => socket.terminate());
    socket.on('close', () => this.#listeners.delete(listener));
  }

  async #answer(listener: Listener, text: string): Promise<void> {
    const { handler, who } = listener;
    if (!handler.answer || listener.isAsking) return;
    listener.isAsking = true;
    try {
      const message = await handler.answer(text, who, this.#database);
      if (message && listener.socket.readyState === listener.socket.OPEN) this.#send(listener, message);
    } catch (error) {
      this.#log.warn({ channel: handler.channel.name, err: error }, 'a question was not answered');
    } finally {
      listener.isAsking = false;
    }
  }

  /** Disconnects peers that did not respond since the last check. */
  #checkPeers(): void {
    for (const listener of this.#listeners) {
      if (!listener.isAlive) {
        listener.socket.terminate();
        continue;
      }
      listener.isAlive = false;
      listener.socket.ping();
    }
  }
}

/** Responds and destroys the socket, because the peer might keep its half of the connection open indefinitely. */
function refuseSocket(socket: Duplex, status: string): void {
  socket.once('finish', () => socket.destroy());
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

function mayListen(channel: Channel, who: Who): boolean {
  if (who.hasToChangePassword) return false;
  return typeof channel.access === 'string' || isAllowed(channel.access, who);
}
