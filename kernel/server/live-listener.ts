import type { WebSocket } from 'ws';
import type { Access } from '../contract/access.ts';
import type { AnyEventType } from '../contract/event.ts';
import { Refusal } from '../contract/refusal.ts';
import { encode } from '../contract/wire.ts';
import { type ChannelHandler, mayListen } from './channel.ts';
import type { Database } from './database.ts';
import type { EventRow } from './history.ts';
import type { Log } from './log.ts';
import { coversLot, hidesPhones, type Who } from './who.ts';

/** Maximum unsent bytes of a listener; a slower one is disconnected, reconnects and refetches. */
const MAX_BACKLOG = 1_000_000;
const SESSION_ENDED = 4403;

/** What all listeners of a process use. */
export interface ListenerServices {
  readonly database: Database;
  readonly log: Log;
  signFile(key: string, who: Who): string;
  /** Returns the declaration of an event; null where it has none. */
  typeOf(kind: string): AnyEventType | null;
  /** Returns the permissions of which one is required to receive an event's data, including those that higher modules add. */
  accessOf(type: AnyEventType): readonly Access[];
}

/** One open socket of a channel. */
export class LiveListener {
  readonly #socket: WebSocket;
  readonly #handler: ChannelHandler;
  readonly #authenticate: () => Promise<Who>;
  readonly #services: ListenerServices;
  /** With its current permissions and lots. */
  #who: Who;
  /** The last permission check; checks run one after the other, so that the newest result is kept. */
  #checked: Promise<void> = Promise.resolve();
  #isAlive = true;
  /** Whether a request of it is being processed; further ones are dropped meanwhile. */
  #isAsking = false;

  constructor(
    socket: WebSocket,
    handler: ChannelHandler,
    caller: { readonly who: Who; readonly authenticate: () => Promise<Who> },
    services: ListenerServices,
  ) {
    this.#socket = socket;
    this.#handler = handler;
    this.#who = caller.who;
    this.#authenticate = caller.authenticate;
    this.#services = services;
    socket.on('pong', () => {
      this.#isAlive = true;
    });
    socket.on('message', (data) => this.#receive(String(data)));
    socket.on('error', () => socket.terminate());
  }

  get who(): Who {
    return this.#who;
  }

  onClose(work: () => void): void {
    this.#socket.on('close', work);
  }

  /** Closes the socket because its session has ended. */
  endSession(): void {
    this.#socket.close(SESSION_ENDED, 'session ended');
  }

  /** Closes the socket because the server stops. */
  stop(): void {
    this.#socket.close(1001, 'server stops');
  }

  terminate(): void {
    this.#socket.terminate();
  }

  /** Disconnects the peer if it did not respond since the last check. */
  checkPeer(): void {
    if (!this.#isAlive) {
      this.#socket.terminate();
      return;
    }
    this.#isAlive = false;
    this.#socket.ping();
  }

  /** Checks again whether the account may listen, and with which permissions and lots. */
  recheck(): Promise<void> {
    this.#checked = this.#checked.then(() => this.#check());
    return this.#checked;
  }

  async #check(): Promise<void> {
    try {
      const who = await this.#authenticate();
      if (mayListen(this.#handler.channel, who)) this.#who = who;
      // The client reconnects and is re-authorised.
      else this.#socket.close(1012, 'rights have changed');
    } catch (error) {
      if (error instanceof Refusal) this.endSession();
      else this.#socket.close(1012, 'no answer to who this is');
    }
  }

  /** Sends the message the channel makes of an event, if the listener may receive it. */
  deliver(event: EventRow): void {
    const who = this.#who;
    if (event.tenantId !== who.tenantId) return;
    const { typeOf, accessOf, signFile } = this.#services;
    const type = typeOf(event.kind);
    const { kinds } = this.#handler;
    if (!(kinds ? kinds.includes(event.kind) : type?.live)) return;
    if (event.lotId !== null && !coversLot(who, event.lotId)) return;
    const message = this.#handler.message(event, who, {
      signFile: (key) => signFile(key, who),
      type,
      access: type ? accessOf(type) : [],
    });
    if (message) this.#send(message);
  }

  #receive(text: string): void {
    this.#isAlive = true;
    // The heartbeat of the spec: the text `success` is echoed.
    if (text === 'success') this.#socket.send('success');
    else void this.#answer(text);
  }

  async #answer(text: string): Promise<void> {
    if (!this.#handler.answer || this.#isAsking) return;
    this.#isAsking = true;
    const { database, log } = this.#services;
    try {
      const message = await this.#handler.answer(text, this.#who, database);
      if (message && this.#socket.readyState === this.#socket.OPEN) this.#send(message);
    } catch (error) {
      log.warn({ channel: this.#handler.channel.name, err: error }, 'a question was not answered');
    } finally {
      this.#isAsking = false;
    }
  }

  #send(message: Readonly<Record<string, unknown>>): void {
    const who = this.#who;
    if (this.#socket.bufferedAmount > MAX_BACKLOG) {
      this.#socket.close(1013, 'too slow');
      return;
    }
    const signFile = (key: string) => this.#services.signFile(key, who);
    const context = { zone: who.zone, signFile, hidesPhones: hidesPhones(who) };
    this.#socket.send(JSON.stringify(encode(this.#handler.channel.out, message, context)));
  }
}
