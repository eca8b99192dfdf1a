import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import type { Access } from '../contract/access.ts';
import { type AnyEventType, liveReaders } from '../contract/event.ts';
import { Refusal } from '../contract/refusal.ts';
import { type ChannelHandler, mayListen } from './channel.ts';
import type { Database } from './database.ts';
import type { EventLog } from './event-log.ts';
import { EventNotifications } from './event-notification.ts';
import type { EventRow } from './history.ts';
import { type ListenerServices, LiveListener } from './live-listener.ts';
import type { Log } from './log.ts';
import type { Who } from './who.ts';

const HEARTBEAT_MS = 30_000;

/** Sends what the event log reads to the sockets of channels and to internal listeners. */
export class Live {
  readonly #log: Log;
  readonly #handlers: readonly ChannelHandler[];
  readonly #services: ListenerServices;
  readonly #authenticate: (token: string, request: IncomingMessage) => Promise<Who>;
  readonly #listeners = new Set<LiveListener>();
  readonly #eventListeners = new Set<(event: EventRow) => void>();
  readonly #server = new WebSocketServer({ noServer: true, maxPayload: 64 * 1024 });
  readonly #eventLog: EventLog;
  readonly #notifications: EventNotifications;
  #unfollow: () => void = () => undefined;
  #heartbeat: NodeJS.Timeout | undefined;

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
    const { database, log, signFile, eventLog } = options;
    const types = new Map(options.events.map((one) => [one.kind, one]));
    this.#log = log;
    this.#handlers = options.handlers;
    this.#authenticate = options.authenticate;
    this.#eventLog = eventLog;
    this.#services = {
      database,
      log,
      signFile,
      typeOf: (kind) => types.get(kind) ?? null,
      accessOf: (type) => accessOf(database, type),
    };
    this.#notifications = new EventNotifications(database, () => eventLog.wake());
  }

  async start(server: Server): Promise<void> {
    this.#unfollow = this.#eventLog.follow((events) => this.#take(events));
    server.on('upgrade', (request, socket, head) => void this.#upgrade(request, socket, head));
    await this.#notifications.start();
    this.#heartbeat = setInterval(() => {
      for (const one of this.#listeners) one.checkPeer();
    }, HEARTBEAT_MS);
  }

  async stop(): Promise<void> {
    this.#unfollow();
    clearInterval(this.#heartbeat);
    const notificationsStopped = this.#notifications.stop();
    for (const one of this.#listeners) one.stop();
    for (const one of this.#listeners) one.terminate();
    await notificationsStopped;
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
    for (const one of this.#listeners) if (one.who.sessionId === sessionId) one.endSession();
  }

  /** Checks the listeners of a tenant again after permissions or scopes have changed. */
  async refresh(tenantId: number): Promise<void> {
    // Sequentially, so that many listeners do not take connections from the gates.
    for (const one of [...this.#listeners]) if (one.who.tenantId === tenantId) await one.recheck();
  }

  #take(events: readonly EventRow[]): void {
    for (const event of events) {
      for (const listener of this.#eventListeners) this.#guard(event, () => listener(event));
      for (const listener of this.#listeners) this.#guard(event, () => listener.deliver(event));
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

  async #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    // The HTTP server no longer handles errors of the socket: a peer that resets it must not affect anything but its own connection.
    socket.on('error', () => socket.destroy());
    const { handler, token } = this.#asked(request);
    try {
      const who = handler && token ? await this.#authenticate(token, request) : null;
      if (!handler || !who || !mayListen(handler.channel, who)) {
        return refuseSocket(socket, handler ? '401 Unauthorized' : '404 Not Found');
      }
      const authenticate = () => this.#authenticate(token!, request);
      this.#server.handleUpgrade(request, socket, head, (open) =>
        this.#add(new LiveListener(open, handler, { who, authenticate }, this.#services)),
      );
    } catch (error) {
      refuseSocket(socket, error instanceof Refusal ? '401 Unauthorized' : '503 Service Unavailable');
    }
  }

  /** Returns the channel a request asks for and the token it carries. */
  #asked(request: IncomingMessage): { handler: ChannelHandler | undefined; token: string | null | undefined } {
    const address = request.url ?? '';
    const url = URL.canParse(address, 'http://localhost') ? new URL(address, 'http://localhost') : null;
    const handler = this.#handlers.find((one) => one.channel.path === url?.pathname);
    const protocol = request.headers['sec-websocket-protocol']?.split(',')[0]?.trim();
    const token = handler?.channel.token === 'query' ? url?.searchParams.get('token') : protocol;
    return { handler, token };
  }

  #add(listener: LiveListener): void {
    this.#listeners.add(listener);
    listener.onClose(() => this.#listeners.delete(listener));
    // Changes since its authorisation were announced to the other listeners only.
    void listener.recheck();
  }
}

/** Returns the permissions of which one is required to receive an event's data, including those that higher modules add. */
function accessOf(database: Database, type: AnyEventType): readonly Access[] {
  const more = database.slots.all(liveReaders).filter(({ event }) => event.kind === type.kind);
  return [...(type.live?.access ?? []), ...more.map(({ access }) => access)];
}

/** Responds and destroys the socket, because the peer might keep its half of the connection open indefinitely. */
function refuseSocket(socket: Duplex, status: string): void {
  socket.once('finish', () => socket.destroy());
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
