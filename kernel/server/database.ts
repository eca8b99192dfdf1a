import pg from 'pg';
import type { Clock } from './clock.ts';
import { ClosedTenants } from './closed-tenants.ts';
import { type AuditEntry, type EmittedEvent, type EventRow, writeAudit, writeEvents } from './history.ts';
import { KeptValues } from './kept-value.ts';
import { nextId } from './next-id.ts';
import { type Lent, type PoolOptions, Pools, poolOf } from './pool.ts';
import type { PoolName } from './pool-size.ts';
import { readingSnapshot } from './snapshot.ts';
import type { Query } from './statement.ts';
import { makeTx } from './tenant-tx.ts';
import { runOne, type Trace, transact, withRetries } from './transaction.ts';
import type { Who } from './who.ts';

// Sums and counts arrive as int8; all of them are far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
// A calendar day stays a text: it has no zone.
pg.types.setTypeParser(pg.types.builtins.DATE, (value: string) => value);
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number);

export type { Query } from './statement.ts';

/** One transaction of one tenant: the only place where business reads and writes. */
export interface TenantTx {
  readonly who: Who;
  readonly tenantId: number;
  /** The instant of the whole transaction. */
  readonly now: Date;
  readonly query: Query;
  /**
   * A write whose result nobody waits for: what follows is sent right behind it, and it is done before the commit.
   * When it fails, the transaction fails with its error.
   */
  meanwhile(write: Promise<unknown>): void;
  newId(): string;
  /** Takes a lock of the tenant by its name until the end: two transactions that want the same one stand in line. */
  lock(name: string): Promise<void>;
  /** Files an event; it is written just before the commit. */
  emit(event: EmittedEvent): void;
  /** Files an audit entry; it is written just before the commit. */
  audit(entry: AuditEntry): void;
  /** Does something once the commit is done; errors there are logged, not raised. */
  afterCommit(work: () => void | Promise<void>): void;
  /** Does work for another tenant in this same transaction, which must be one above tenants; what it files is that tenant's. */
  beside<T>(who: Who, work: (tx: TenantTx) => Promise<T>): Promise<T>;
  /** Does work that may fail alone: what it wrote and filed is undone with it, and the transaction goes on. */
  attempt<T>(work: () => Promise<T>): Promise<T>;
  /** It reads everything from one moment, at leisure: sizes of lists are counted to the end. */
  readonly isSnapshot: boolean;
  /** The pool its connection belongs to. */
  readonly pool: PoolName;
  /** A value of the tenant that costs a query, read once and kept by the process until it is forgotten. */
  keep<T>(name: string, load: () => Promise<T>): Promise<T>;
  /** Says that this transaction changes what a kept value was read from; other processes hear it from the events. */
  forget(name: string): void;
}

/** How a transaction of a tenant runs. */
export interface TenantOptions {
  /** It changes nothing. */
  readonly isRead?: boolean;
  /** It reads, and all its statements see the same moment. */
  readonly isSnapshot?: boolean;
  /**
   * It also changes tenants' own rows and does work beside its own for others; row-level security does not guard its
   * statements.
   */
  readonly isAboveTenants?: boolean;
  /** The pool its connection comes from; by default that of the caller: devices, drivers, people, background work. */
  readonly pool?: PoolName;
}

/** The database as the product uses it. */
export interface Database {
  /**
   * Runs work in one transaction that sees one tenant only, again where PostgreSQL asks for a retry. Refuses with `busy`
   * where its pool has no connection in time.
   */
  inTenant<T>(who: Who, work: (tx: TenantTx) => Promise<T>, options?: TenantOptions): Promise<T>;
  /** One statement of background work over all tenants: sweeps, consumers, tasks. */
  readonly system: Query;
  /** The same for others: look-ups of devices, drivers' pages, sign-ins and sessions of people. */
  readonly systemOf: Readonly<Record<'gate' | 'driver' | 'office', Query>>;
  /** A transaction of background work over all tenants. */
  inSystem<T>(work: (query: Query) => Promise<T>): Promise<T>;
  /** A connection outside the pools under the system role, for LISTEN and advisory locks. */
  connect(): Promise<pg.Client>;
  readonly clock: Clock;
  /** Its address, for a worker thread that opens connections of its own. */
  readonly url: string;
  /** The tenants that are being erased; `inTenant` refuses them. */
  readonly closed: ClosedTenants;
  /** Forgets a value kept for a tenant. */
  forget(tenantId: number, name: string): void;
  /** Called after each commit that filed events, with them. */
  onEvents(listener: (events: readonly EventRow[]) => void): void;
  /** Every statement and its values, in order: for benches that replay them. */
  trace?: Trace;
  newId(): string;
  close(): Promise<void>;
}

/** Opens the pools of a process; the first statements open the connections. */
export function openDatabase(options: PoolOptions & { readonly clock: Clock }): Database {
  const { url, clock, log } = options;
  const pools = new Pools(options);
  const listeners: ((events: readonly EventRow[]) => void)[] = [];
  const kept = new KeptValues();
  const closed = new ClosedTenants();
  const systemOf =
    (pool: PoolName): Query =>
    async (...asked) =>
      runOne(await pools.lend(pool, 'system'), database.trace, ...asked);
  const database: Database = {
    clock,
    url,
    closed,
    forget: (tenantId, name) => kept.forget(tenantId, name),
    newId: () => nextId(clock.now()),
    onEvents: (listener) => void listeners.push(listener),
    system: systemOf('work'),
    systemOf: { gate: systemOf('gate'), driver: systemOf('driver'), office: systemOf('office') },
    async inSystem(work) {
      const lent = await pools.lend('work', 'system');
      return transact(lent, 'begin', (query) => work(query), { trace: database.trace, isPrepared: true });
    },
    connect: () => pools.connect(),
    async inTenant(who, work, options = {}) {
      const pool = options.pool ?? poolOf(who, options.isSnapshot ?? false);
      const done = await withRetries(pool, async () => {
        closed.refuse(who.tenantId);
        const lent = await pools.lend(pool, options.isAboveTenants ? 'system' : 'app');
        return runTenant(lent, who, work, { ...options, pool, now: clock.now(), kept, trace: database.trace });
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

/** Whether statements are made of what people look for: their texts are many, and a plan for all values is a bad one. */
const isAsked = ({ kind }: Who) => kind === 'user' || kind === 'key';

/** What people ask for does not stay prepared, except for imports, which send the same few texts for each row. */
function isPrepared(who: Who, { pool, isSnapshot = false, isRead = isSnapshot }: TenantOptions): boolean {
  return !isSnapshot && (!isAsked(who) || (pool === 'long' && !isRead));
}

function beginOf(who: Who, { isSnapshot = false, isRead = isSnapshot }: TenantOptions): string {
  // Statements of devices and of the product itself look rows up by index; planning them again each time over every
  // month's partition would cost more than running them.
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

/** One transaction of a tenant with its events and audit entries; what is left to do after the commit is in the answer. */
async function runTenant<T>(
  lent: Lent,
  who: Who,
  work: (tx: TenantTx) => Promise<T>,
  options: TenantOptions & { pool: PoolName; now: Date; kept: KeptValues; trace: Trace },
): Promise<Done<T>> {
  const { pool, now, kept, trace, isSnapshot = false, isAboveTenants = false } = options;
  const after: (() => void | Promise<void>)[] = [];
  const writes: Promise<EventRow[]>[] = [];
  const run = async (ask: Query, meanwhile: TenantTx['meanwhile']) => {
    const query = isSnapshot ? readingSnapshot(ask) : ask;
    const workAs = async <V>(of: Who, what: (tx: TenantTx) => Promise<V>): Promise<V> => {
      const events: EmittedEvent[] = [];
      const entries: AuditEntry[] = [];
      const beside: TenantTx['beside'] = async (other, part) => {
        if (!isAboveTenants) throw new Error('only a transaction above tenants works for two of them');
        await query(ofTenant(other.tenantId));
        const value = await workAs(other, part);
        await query(ofTenant(of.tenantId));
        return value;
      };
      const tx = makeTx({ who: of, now, isSnapshot, pool, query, meanwhile, events, entries, after, kept, beside });
      const value = await what(tx);
      if (events.length > 0) {
        const write = writeEvents(tx, events);
        writes.push(write);
        meanwhile(write);
      }
      if (entries.length > 0) meanwhile(writeAudit(tx, entries, events));
      return value;
    };
    return workAs(who, work);
  };
  const value = await transact(lent, beginOf(who, options), run, { trace, isPrepared: isPrepared(who, options) });
  // The answer to the commit can be handled before those to the writes, which came in front of it.
  return { value, events: (await Promise.all(writes)).flat(), after };
}
