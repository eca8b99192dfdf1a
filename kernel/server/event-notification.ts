import type pg from 'pg';
import type { Database } from './database.ts';

const CHANNEL = 'boyun_event';
/** Several commits within this time are announced together. */
const ANNOUNCE_DELAY_MS = 10;
const RECONNECT_DELAY_MS = 500;

/**
 * Notifies all processes of new events through PostgreSQL. A notification carries no content: processes read the event log, so a lost
 * notification loses no event.
 */
export class EventNotifications {
  readonly #database: Database;
  readonly #notified: () => void;
  #client: pg.Client | null = null;
  #isStopped = false;
  #announceTimer: NodeJS.Timeout | null = null;
  #reconnectTimer: NodeJS.Timeout | null = null;

  /** `notified` is called for each notification, and whenever listening begins, because some may have been missed. */
  constructor(database: Database, notified: () => void) {
    this.#database = database;
    this.#notified = notified;
  }

  async start(): Promise<void> {
    this.#database.onEvents(() => this.#announce());
    await this.#listen();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    if (this.#announceTimer) clearTimeout(this.#announceTimer);
    if (this.#reconnectTimer) clearTimeout(this.#reconnectTimer);
    await this.#client?.end().catch(() => undefined);
  }

  /** Notifies all processes, including this one. */
  #announce(): void {
    if (this.#announceTimer || this.#isStopped) return;
    this.#announceTimer = setTimeout(() => {
      this.#announceTimer = null;
      this.#database.system(`select pg_notify('${CHANNEL}', '')`).catch(() => undefined);
    }, ANNOUNCE_DELAY_MS);
  }

  async #listen(): Promise<void> {
    this.#reconnectTimer = null;
    try {
      const client = await this.#database.connect();
      if (this.#isStopped) return void (await client.end());
      this.#client = client;
      client.on('notification', this.#notified);
      client.on('end', () => this.#reconnect(client));
      await client.query(`listen ${CHANNEL}`);
      this.#notified();
    } catch {
      this.#reconnect(this.#client);
    }
  }

  /** Listens on a new connection once `lost` has ended, however long the database is unavailable. */
  #reconnect(lost: pg.Client | null): void {
    if (this.#isStopped || this.#reconnectTimer || lost !== this.#client) return;
    this.#client = null;
    lost?.end().catch(() => undefined);
    this.#reconnectTimer = setTimeout(() => void this.#listen(), RECONNECT_DELAY_MS);
  }
}
