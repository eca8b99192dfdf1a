import { randomInt } from 'node:crypto';
import pg from 'pg';
import { kernelRefusal, Refusal } from '../contract/refusal.ts';
import type { Log } from './log.ts';
import { POOL_NAMES, POOL_ROLES, POOL_RULES, type PoolName, type PoolRole, poolSizes } from './pool-size.ts';
import { StatementNames } from './statement.ts';
import type { Who } from './who.ts';

/** Returns the default pool of a transaction. */
export function poolOf(who: Who, isSnapshot: boolean): PoolName {
  if (isSnapshot) return 'long';
  if (who.kind === 'device') return 'gate';
  if (who.kind === 'visitor' || who.kind === 'driver') return 'driver';
  return who.kind === 'system' ? 'work' : 'office';
}

/** A connection lent by a pool. */
export interface BorrowedClient {
  readonly client: pg.PoolClient;
  /** Returns the name under which a text is prepared; undefined if it is not to stay prepared. */
  nameOf(text: string): string | undefined;
  /** Returns the connection to the pool; a broken one is closed. */
  release(isBroken: boolean): void;
}

/** Retires old connections one at a time: a burst must not find all of them new and without cached plans. */
class Renewal {
  readonly #dueAt = new WeakMap<pg.PoolClient, number>();
  readonly #lifetimeMs: number;
  readonly #gapMs: number;
  #lastAt = Number.NEGATIVE_INFINITY;

  constructor(lifetimeSeconds: number, gapSeconds: number) {
    this.#lifetimeMs = lifetimeSeconds * 1000;
    this.#gapMs = gapSeconds * 1000;
  }

  begin(client: pg.PoolClient): void {
    // Up to a fifth earlier, so that connections opened together do not all end together.
    this.#dueAt.set(client, performance.now() + this.#lifetimeMs * (1 - randomInt(200) / 1000));
  }

  /** Whether a returned connection is to be closed. */
  ends(client: pg.PoolClient): boolean {
    const now = performance.now();
    if (now < (this.#dueAt.get(client) ?? Number.POSITIVE_INFINITY) || now < this.#lastAt + this.#gapMs) return false;
    this.#lastAt = now;
    return true;
  }
}

interface OpenPool {
  readonly pool: pg.Pool;
  readonly names: StatementNames;
  readonly renewal: Renewal;
}

/** How the pools are opened. */
export interface PoolOptions {
  readonly url: string;
  readonly log: Log;
  /** Connections of all pools together. */
  readonly connections?: number | null;
  /** Turns synchronous_commit off: for data that can be generated again. */
  readonly isRelaxed?: boolean;
  /** Seconds after which a connection is replaced, and the minimum time between two replacements in one pool. */
  readonly lifetimeSeconds?: number;
  readonly renewalGapSeconds?: number;
  /** The factor of the pools' time limits, see `Pace`; 1 unless given. */
  readonly patience?: number;
}

const LIFETIME_SECONDS = 3600;
const RENEWAL_GAP_SECONDS = 30;
const OFFICE_IDLE_MS = 600_000;

/** All pools of a process. Connections are opened when they are first needed. */
export class Pools {
  readonly #options: PoolOptions;
  readonly #open = new Map<string, OpenPool>();
  #isClosing = false;

  constructor(options: PoolOptions) {
    this.#options = options;
    const sizes = poolSizes(options.connections ?? undefined);
    for (const name of POOL_NAMES)
      for (const role of POOL_ROLES)
        if (sizes[name][role] > 0) this.#open.set(`${name} ${role}`, this.#make(name, role, sizes[name][role]));
  }

  /** Lends a connection; refuses with `busy` when none becomes free within the pool's time limit. */
  async acquire(name: PoolName, role: PoolRole): Promise<BorrowedClient> {
    const { pool, names, renewal } = this.#open.get(`${name} ${role}`)!;
    const client = await pool.connect().catch((error: Error) => {
      if (/timeout exceeded when trying to connect/.test(error.message)) throw new Refusal(kernelRefusal.busy);
      throw error;
    });
    return {
      client,
      nameOf: (text) => names.nameOf(text),
      release: (isBroken) => client.release(isBroken || renewal.ends(client)),
    };
  }

  /** Opens a connection outside the pools under the system role, with the timeouts of the long reads. */
  async connect(): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: this.#options.url, options: this.#settings('long', 'system') });
    client.on('error', (error) => this.#noteLost(error));
    await client.connect();
    return client;
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    await Promise.all([...this.#open.values()].map(({ pool }) => pool.end()));
  }

  #make(name: PoolName, role: PoolRole, max: number): OpenPool {
    const { acquireSeconds, prepared } = POOL_RULES[name];
    const {
      url,
      lifetimeSeconds = LIFETIME_SECONDS,
      renewalGapSeconds = RENEWAL_GAP_SECONDS,
      patience = 1,
    } = this.#options;
    const renewal = new Renewal(lifetimeSeconds, renewalGapSeconds);
    const pool = new pg.Pool({
      connectionString: url,
      max,
      options: this.#settings(name, role),
      application_name: `boyun ${name}`,
      pipeline: true,
      keepAlive: true,
      connectionTimeoutMillis: (acquireSeconds ?? 0) * patience * 1000,
      // Gate connections stay open: a burst after a quiet time would otherwise wait until all of them are opened again.
      idleTimeoutMillis: name === 'gate' || name === 'work' ? 0 : OFFICE_IDLE_MS,
      min: 1,
    });
    // The pool replaces a dropped connection; the work that used it fails or retries. The pool handles errors of idle connections only, and
    // an unhandled error would end the process.
    pool.on('connect', (client) => {
      client.on('error', () => undefined);
      renewal.begin(client);
    });
    pool.on('error', (error) => this.#noteLost(error));
    return { pool, names: new StatementNames(prepared[role]), renewal };
  }

  #settings(name: PoolName, role: PoolRole): string {
    const { statementSeconds, lockSeconds, idleSeconds } = POOL_RULES[name];
    const { isRelaxed, patience = 1 } = this.#options;
    const settings = {
      role: `boyun_${role}`,
      timezone: 'UTC',
      statement_timeout: `${statementSeconds * patience}s`,
      lock_timeout: `${lockSeconds * patience}s`,
      idle_in_transaction_session_timeout: `${idleSeconds * patience}s`,
      // Looks devices up by index, outside transactions: planned once for all months, as their transactions do it.
      ...(name === 'gate' && role === 'system' ? { plan_cache_mode: 'force_generic_plan' } : {}),
      ...(isRelaxed ? { synchronous_commit: 'off' } : {}),
    };
    return Object.entries(settings)
      .map(([key, value]) => `-c ${key}=${value}`)
      .join(' ');
  }

  /** On shutdown, a database that stops as well may close a connection before we do. */
  #noteLost(error: Error): void {
    if (!this.#isClosing) this.#options.log.warn({ err: error }, 'database connection lost');
  }
}
