import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { Database } from './database.ts';
import type { Log } from './log.ts';

const EXPIRES_MS = 5000;
const RENEW_MS = 1500;

interface Work {
  gain(): void | Promise<void>;
  lose(): void | Promise<void>;
}

/**
 * Elects, through the database, the one process that runs each consumer of the event log. All leases are renewed in one statement
 * on a separate connection. A lease is free when it has expired or the connection of its holder is closed, so that
 * the work of a killed process moves at once, and that of a hanging one within seconds.
 */
export class Leases {
  readonly #database: Database;
  readonly #log: Log;
  readonly #process = randomUUID();
  readonly #works = new Map<string, Work>();
  readonly #held = new Set<string>();
  /** Starts and stops of each piece of work are serialized. */
  readonly #changes = new Map<string, Promise<void>>();
  #client: pg.Client | null = null;
  #holder = '';
  /** By the clock of this process, so that leases are given up in time even when the database does not respond. */
  #validUntil = 0;
  #timers: NodeJS.Timeout[] = [];
  #renewing: Promise<void> | null = null;
  /** Time without renewal after which another process takes over. */
  readonly #expiresMs: number;
  #isStopped = false;

  /** `patience` is the factor of the time after which a lease expires, see `Pace`; 1 unless given. */
  constructor(options: { database: Database; log: Log; patience?: number }) {
    this.#database = options.database;
    this.#log = options.log;
    this.#expiresMs = EXPIRES_MS * (options.patience ?? 1);
  }

  /** Adds work that runs while the lease of this name is held; must be called before `start`. */
  onChange(name: string, work: Work): void {
    if (this.#works.has(name)) throw new Error(`two consumers are called "${name}"`);
    this.#works.set(name, work);
  }

  /** Whether this process currently holds a lease. */
  holds(name: string): boolean {
    return this.#held.has(name) && performance.now() < this.#validUntil;
  }

  /** Acquires free leases and keeps trying; resolves once the work of the leases acquired by the first attempt has begun. */
  async start(): Promise<void> {
    await this.#renew();
    await Promise.all(this.#changes.values());
    this.#timers = [
      setInterval(() => void this.#renew(), RENEW_MS),
      setInterval(() => {
        if (performance.now() >= this.#validUntil) this.#update(new Set());
      }, 250),
    ];
  }

  /** Releases all leases, so that another process acquires them at its next attempt. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    for (const timer of this.#timers) clearInterval(timer);
    await this.#renewing;
    this.#update(new Set());
    await Promise.all(this.#changes.values());
    await this.#client
      ?.query('update lease set expires_at = clock_timestamp() where holder = $1', [this.#holder])
      .catch(() => undefined);
    await this.#client?.end().catch(() => undefined);
    this.#client = null;
  }

  #renew(): Promise<void> {
    if (this.#renewing) return this.#renewing;
    // A database that does not respond would block the connection forever.
    const late = setTimeout(() => this.#client?.connection.stream.destroy(), this.#expiresMs);
    this.#renewing = this.#tryRenew()
      .catch((error) => {
        this.#log.warn({ err: error }, 'leases could not be renewed');
        // A new connection is a new holder: leases of this one are free once it is closed.
        const lost = this.#client;
        this.#client = null;
        lost?.end().catch(() => undefined);
      })
      .finally(() => {
        clearTimeout(late);
        this.#renewing = null;
      });
    return this.#renewing;
  }

  async #tryRenew(): Promise<void> {
    if (!this.#client) {
      const client = await this.#database.connect();
      const { rows } = await client.query('select pg_backend_pid() as pid');
      this.#client = client;
      this.#holder = `${rows[0].pid} ${this.#process}`;
    }
    const asked = performance.now();
    const { rows } = await this.#client.query<{ name: string }>(
      `insert into lease as l (name, holder, expires_at)
       select name, $2, clock_timestamp() + make_interval(secs => $3) from unnest($1::text[]) as name order by name
       on conflict (name) do update set holder = excluded.holder, expires_at = excluded.expires_at
         where l.holder = excluded.holder or l.expires_at <= clock_timestamp()
           or not exists (select from pg_stat_activity where pid = split_part(l.holder, ' ', 1)::int)
       returning name`,
      [[...this.#works.keys()], this.#holder, this.#expiresMs / 1000],
    );
    if (this.#isStopped) return;
    this.#validUntil = asked + this.#expiresMs;
    this.#update(new Set(rows.map((one) => one.name)));
  }

  #update(held: ReadonlySet<string>): void {
    for (const [name, work] of this.#works) {
      if (held.has(name) === this.#held.has(name)) continue;
      const isGain = held.has(name);
      if (isGain) this.#held.add(name);
      else this.#held.delete(name);
      const before = this.#changes.get(name) ?? Promise.resolve();
      const change = before
        .then(() => (isGain ? work.gain() : work.lose()))
        .catch((error) => {
          this.#log.error({ lease: name, err: error }, 'background work could not be started or stopped');
          // Acquired again at the next renewal.
          if (isGain) this.#held.delete(name);
        });
      this.#changes.set(name, change);
    }
  }
}
