import pg from 'pg';
import { noSlots, type Slots } from '../contract/slot.ts';
import type { Clock } from './clock.ts';
import { ClosedTenants } from './closed-tenants.ts';
import type { AuditEntry, EmittedEvent, EventRow } from './history.ts';
import { writeAudit, writeEvents } from './history-write.ts';
import { nextId } from './next-id.ts';
import { type BorrowedClient, type PoolOptions, Pools, poolOf } from './pool.ts';
import type { PoolName } from './pool-size.ts';
import type { Query } from './statement.ts';
import { makeTx, type TenantTx } from './tenant-tx.ts';
import { runOne, type Trace, transact, withRetries } from './transaction.ts';
import { ValueCache } from './value-cache.ts';
import type { Who } from './who.ts';

// Sums and counts arrive as int8; all of them are far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
// A calendar day stays text, because it has no zone.
pg.types.setTypeParser(pg.types.builtins.DATE, (value: string) => value);
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number);

export type { Query } from './statement.ts';
export type { TenantTx } from './tenant-tx.ts';

/** How a tenant's transaction runs. */
export interface TenantOptions {
  /** Read-only transaction. */
  readonly isRead?: boolean;
  /** Read-only transaction whose statements all see the same snapshot. */
  readonly isSnapshot?: boolean;
  /** May also change rows of the tenant table and work for other tenants; row-level security does not apply to its statements. */
  readonly isAboveTenants?: boolean;
  /** The pool of its connection; by default that of the caller's kind: devices, drivers, people or background work. */
  readonly pool?: PoolName;
}

/** The database as the product uses it. */
export interface Database {
  /**
   * Runs work in one transaction that sees one tenant only, and retries it where PostgreSQL asks for that. Refuses with `busy` if its pool
   * has no free connection in time.
   */
  inTenant<T>(who: Who, work: (tx: TenantTx) => Promise<T>, options?: TenantOptions): Promise<T>;
  /** Runs one statement of background work over all tenants: sweeps, consumers, tasks. */
  readonly system: Query;
  /** The same for other callers: look-ups of devices, drivers' pages, sign-ins and sessions of people. */
  readonly systemOf: Readonly<Record<'gate' | 'driver' | 'office', Query>>;
  /** A transaction of background work over all tenants. */
  inSystem<T>(work: (query: Query) => Promise<T>): Promise<T>;
  /** Opens a connection outside the pools under the system role, for LISTEN and advisory locks. */
  connect(): Promise<pg.Client>;
  readonly clock: Clock;
  /** Values that modules put into each other's slots; transactions read them here. */
  readonly slots: Slots;
  /** Connection URL, for a worker thread that opens its own connections. */
  readonly url: string;
  /** The tenants that are being erased; `inTenant` refuses them. */
  readonly closed: ClosedTenants;
  /** Removes a tenant's cached value. */
  invalidate(tenantId: number, name: string): void;
  /** Registers a listener that gets the events of each commit that recorded any. */
  onEvents(listener: (events: readonly EventRow[]) => void): void;
  /** Receives every statement with its values, in order: for benches that replay them. */
  trace?: Trace;
  newId(): string;
  close(): Promise<void>;
}

/** Creates the pools of a process; connections are opened by the first statements. Without `slots`, all slots are empty. */
export function openDatabase(options: PoolOptions & { readonly clock: Clock; readonly slots?: Slots }): Database {
  const { url, clock, log, slots = noSlots } = options;
  const pools = new Pools(options);
  const listeners: ((events: readonly EventRow[]) => void)[] = [];
  const cache = new ValueCache();
  const closed = new ClosedTenants();
  const systemOf =
    (pool: PoolName): Query =>
    async (...args) =>
      runOne(await pools.acquire(pool, 'system'), database.trace, ...args);
  const database: Database = {
    clock,
    slots,
    url,
    closed,
    invalidate: (tenantId, name) => cache.invalidate(tenantId, name),
    newId: () => nextId(clock.now()),
    onEvents: (listener) => void listeners.push(listener),
    system: systemOf('work'),
    systemOf: { gate: systemOf('gate'), driver: systemOf('driver'), office: systemOf('office') },
    async inSystem(work) {
      const client = await pools.acquire('work', 'system');
      return transact(client, 'begin', (query) => work(query), { trace: database.trace, isPrepared: true });
    },
    connect: () => pools.connect(),
    async inTenant(who, work, options = {}) {
      const pool = options.pool ?? poolOf(who, options.isSnapshot ?? false);
      const done = await withRetries(pool, async () => {
        closed.refuse(who.tenantId);
        const client = await pools.acquire(pool, options.isAboveTenants ? 'system' : 'app');
        return runTenant(client, who, work, {
          ...options,
          pool,
          now: clock.now(),
          cache,
          slots,
          trace: database.trace,
        });
      });
      if (done.events.length > 0) for (const listener of listeners) listener(done.events);
      for (const one of done.after) {
        try {
          await one();
        } catch (error) {
          log.error({ err: error, tenantId: who.tenantId, requestId: who.requestId }, 'work after a commit failed');
        }
      }
      return done.value;
    },
    close: () => pools.close(),
  };
  return database;
}

const ofTenant = (id: number) => `set local boyun.tenant = '${Number(id)}'`;

/** Whether statements are composed from people's filters: their texts vary widely, and a generic plan suits them badly. */
const isAsked = ({ kind }: Who) => kind === 'user' || kind === 'key';

/** Statements composed from people's filters are not kept prepared, except in imports, which repeat the same few texts for each row. */
function isPrepared(who: Who, { pool, isSnapshot = false, isRead = isSnapshot }: TenantOptions): boolean {
  return !isSnapshot && (!isAsked(who) || (pool === 'long' && !isRead));
}

function beginOf(who: Who, { isSnapshot = false, isRead = isSnapshot }: TenantOptions): string {
  // Statements of devices and of the product itself look rows up by index; planning them again each time over every month's partition would
  // cost more than running them.
  const mode = !isAsked(who) ? 'force_generic_plan' : isRead ? 'force_custom_plan' : null;
  const plans = mode ? `; set local plan_cache_mode = ${mode}` : '';
  const level = isSnapshot ? ' isolation level repeatable read' : '';
  return `begin${level}${isRead ? ' read only' : ''}; ${ofTenant(who.tenantId)}${plans}`;
}

interface Done<T> {
  readonly value: T;
  readonly events: readonly EventRow[];
  readonly after: readonly (() => void | Promise<void>)[];
}

/** Runs one transaction of a tenant with its events and audit entries; returns the callbacks to run after the commit as well. */
async function runTenant<T>(
  lent: BorrowedClient,
  who: Who,
  work: (tx: TenantTx) => Promise<T>,
  options: TenantOptions & { now: Date; cache: ValueCache; slots: Slots; trace: Trace },
): Promise<Done<T>> {
  const { now, cache, slots, trace, isSnapshot = false, isAboveTenants = false } = options;
  const after: (() => void | Promise<void>)[] = [];
  const writes: Promise<EventRow[]>[] = [];
  const run = async (query: Query, deferWrite: TenantTx['deferWrite']) => {
    const workAs = async <V>(of: Who, what: (tx: TenantTx) => Promise<V>): Promise<V> => {
      const events: EmittedEvent[] = [];
      const entries: AuditEntry[] = [];
      const asTenant: TenantTx['asTenant'] = async (other, part) => {
        if (!isAboveTenants) throw new Error('only a transaction above tenants works for two of them');
        await query(ofTenant(other.tenantId));
        const value = await workAs(other, part);
        await query(ofTenant(of.tenantId));
        return value;
      };
      const tx = makeTx({
        who: of,
        now,
        isSnapshot,
        query,
        deferWrite,
        events,
        entries,
        after,
        cache,
        slots,
        asTenant,
      });
      const value = await what(tx);
      if (events.length > 0) {
        const write = writeEvents(tx, events);
        writes.push(write);
        deferWrite(write);
      }
      if (entries.length > 0) deferWrite(writeAudit(tx, entries, events));
      return value;
    };
    return workAs(who, work);
  };
  const value = await transact(lent, beginOf(who, options), run, { trace, isPrepared: isPrepared(who, options) });
  // The reply to the commit may be handled before the replies to the writes sent ahead of it.
  return { value, events: (await Promise.all(writes)).flat(), after };
}
