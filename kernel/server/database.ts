import { createHash } from 'node:crypto';
import pg from 'pg';
import type { Clock } from './clock.ts';
import { ClosedTenants } from './closed-tenants.ts';
import { type AuditEntry, type EmittedEvent, writeAudit, writeEvents } from './history.ts';
import { KeptValues } from './kept-value.ts';
import type { Log } from './log.ts';
import { nextId } from './next-id.ts';
import { readingSnapshot } from './snapshot.ts';
import type { Who } from './who.ts';

// Sums and counts arrive as int8; all of them are far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
// A calendar day stays a text: it has no zone.
pg.types.setTypeParser(pg.types.builtins.DATE, (value: string) => value);
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number);

type Values = readonly unknown[];

/** Runs SQL; rows come back with the columns named in the query (quote camelCase aliases). */
export type Query = <T = Record<string, unknown>>(text: string, values?: Values) => Promise<T[]>;

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
  /** A value of the tenant that costs a query, read once and kept by the process until it is forgotten. */
  keep<T>(name: string, load: () => Promise<T>): Promise<T>;
  /** Says that this transaction changes what a kept value was read from; other processes hear it from the events. */
  forget(name: string): void;
}

/** The database as the product uses it. */
export interface Database {
  /**
   * Runs work in one transaction that sees one tenant only; runs it again when PostgreSQL asks for a retry. A snapshot is
   * a reading one whose statements all see the same moment. One above tenants also changes tenants' own rows and does work
   * beside its own for others; row-level security does not guard its statements.
   */
  inTenant<T>(
    who: Who,
    work: (tx: TenantTx) => Promise<T>,
    options?: { isRead?: boolean; isSnapshot?: boolean; isAboveTenants?: boolean },
  ): Promise<T>;
  /** One statement over all tenants: sign-in, device look-up, projections. */
  readonly system: Query;
  /** A transaction over all tenants. */
  inSystem<T>(work: (query: Query) => Promise<T>): Promise<T>;
  /** A connection of its own under the system role, for LISTEN and advisory locks. */
  connect(): Promise<pg.Client>;
  readonly clock: Clock;
  /** Its address, for a worker thread that opens connections of its own. */
  readonly url: string;
  /** The tenants that are being erased; `inTenant` refuses them. */
  readonly closed: ClosedTenants;
  /** Forgets a value kept for a tenant. */
  forget(tenantId: number, name: string): void;
  /** Called after each commit that filed events. */
  onEvents(listener: () => void): void;
  /** Every statement and its values, in order: for benches that replay them. */
  trace?: (text: string, values: Values) => void;
  newId(): string;
  close(): Promise<void>;
}

const RETRYABLE = new Set(['40001', '40P01']);
const names = new Map<string, string>();

/** Statements are prepared under the hash of their text, once a connection. */
function nameOf(text: string): string {
  let name = names.get(text);
  if (!name) {
    name = createHash('sha256').update(text).digest('base64url').slice(0, 32);
    if (names.size < 2000) names.set(text, name);
  }
  return name;
}

/** Opens the pools: the application role for tenants, the system role for what spans them. */
export function openDatabase(options: {
  url: string;
  clock: Clock;
  log: Log;
  appConnections?: number;
  /** Commits need not reach the disk at once: for data that can be made again. */
  isRelaxed?: boolean;
}): Database {
  const { url, clock, log, appConnections = 16 } = options;
  const relaxed = options.isRelaxed ? ' -c synchronous_commit=off' : '';
  const settings = (role: string) => `-c role=${role} -c timezone=UTC -c statement_timeout=120000${relaxed}`;
  // Connections stay: a new one plans every statement anew, and a burst after a quiet time would wait for sixteen of them.
  const stay = { idleTimeoutMillis: 0, keepAlive: true };
  const poolOf = (role: string, max: number) =>
    new pg.Pool({ connectionString: url, max, options: settings(role), pipeline: true, ...stay });
  let isClosing = false;
  // While it closes, a database that stops as well may be quicker than the good-bye.
  const tellLost = (error: Error) => {
    if (!isClosing) log.warn({ err: error.message }, 'database connection lost');
  };
  const [app, system] = [poolOf('boyun_app', appConnections), poolOf('boyun_system', 6)];
  // A dropped connection is replaced by the pool; the work that needed it fails or retries by itself. The pool listens to
  // connections only while they are idle, and an error nobody listens to would end the process.
  for (const pool of [app, system]) {
    pool.on('connect', (client) => void client.on('error', () => undefined));
    pool.on('error', tellLost);
  }
  const listeners: (() => void)[] = [];
  const kept = new KeptValues();
  const closed = new ClosedTenants();
  const database: Database = {
    clock,
    url,
    closed,
    forget: (tenantId, name) => kept.forget(tenantId, name),
    newId: () => nextId(clock.now()),
    onEvents: (listener) => void listeners.push(listener),
    system: async (text, values = []) => {
      const result = await system.query({ name: nameOf(text), text, values: values as unknown[] });
      return result.rows;
    },
    async inSystem(work) {
      const client = await system.connect();
      return transact(client, 'begin', (query) => work(query), database);
    },
    async connect() {
      const client = new pg.Client({ connectionString: url, options: settings('boyun_system') });
      client.on('error', tellLost);
      await client.connect();
      return client;
    },
    async inTenant(who, work, { isSnapshot = false, isRead = isSnapshot, isAboveTenants = false } = {}) {
      for (let attempt = 1; ; attempt += 1) {
        closed.refuse(who.tenantId);
        const client = await (isAboveTenants ? system : app).connect();
        const after: (() => void | Promise<void>)[] = [];
        let hasEvents = false;
        const now = clock.now();
        try {
          // Statements of devices and of the product itself look rows up by index; planning them anew each time over every
          // month's partition would cost more than running them.
          // What people look for in lists differs by values, and a plan for all of them is a bad one for the rare.
          const isAsked = who.kind === 'user' || who.kind === 'key';
          const mode = !isAsked ? 'force_generic_plan' : isRead ? 'force_custom_plan' : null;
          const plans = mode ? `; set local plan_cache_mode = ${mode}` : '';
          const level = isSnapshot ? ' isolation level repeatable read' : '';
          const ofTenant = (id: number) => `set local boyun.tenant = '${Number(id)}'`;
          const begin = `begin${level}${isRead ? ' read only' : ''}; ${ofTenant(who.tenantId)}${plans}`;
          const result = await transact(
            client,
            begin,
            async (ask, meanwhile, plain) => {
              const query = isSnapshot ? readingSnapshot(ask, plain) : ask;
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
                const tx = makeTx({ who: of, now, isSnapshot, query, meanwhile, events, entries, after, kept, beside });
                const value = await what(tx);
                if (events.length > 0) meanwhile(writeEvents(tx, events));
                if (entries.length > 0) meanwhile(writeAudit(tx, entries));
                hasEvents ||= events.length > 0;
                return value;
              };
              return workAs(who, work);
            },
            database,
          );
          if (hasEvents) for (const listener of listeners) listener();
          for (const one of after) {
            try {
              await one();
            } catch (error) {
              log.error({ err: error }, 'work after a commit failed');
            }
          }
          return result;
        } catch (error) {
          if (attempt < 4 && RETRYABLE.has((error as { code?: string }).code ?? '')) continue;
          throw error;
        }
      }
    },
    async close() {
      isClosing = true;
      await Promise.all([app.end(), system.end()]);
    },
  };
  return database;
}

function makeTx(parts: {
  who: Who;
  now: Date;
  isSnapshot: boolean;
  query: Query;
  meanwhile: TenantTx['meanwhile'];
  events: EmittedEvent[];
  entries: AuditEntry[];
  after: (() => void | Promise<void>)[];
  kept: KeptValues;
  beside: TenantTx['beside'];
}): TenantTx {
  const changed = new Set<string>();
  const own = new KeptValues();
  return {
    who: parts.who,
    tenantId: parts.who.tenantId,
    now: parts.now,
    isSnapshot: parts.isSnapshot,
    query: parts.query,
    meanwhile: parts.meanwhile,
    newId: () => nextId(parts.now),
    async lock(name) {
      await parts.query('select pg_advisory_xact_lock($1, hashtext($2))', [parts.who.tenantId, name]);
    },
    emit: (event) => void parts.events.push(event),
    audit: (entry) => void parts.entries.push(entry),
    afterCommit: (work) => void parts.after.push(work),
    beside: parts.beside,
    async attempt(work) {
      const filed = [parts.events, parts.entries, parts.after] as unknown[][];
      const lengths = filed.map((one) => one.length);
      await parts.query('savepoint attempt');
      try {
        const value = await work();
        await parts.query('release savepoint attempt');
        return value;
      } catch (error) {
        // Released as well: an attempt around this one goes back to its own.
        await parts.query('rollback to savepoint attempt');
        await parts.query('release savepoint attempt');
        for (const [index, list] of filed.entries()) list.length = lengths[index]!;
        throw error;
      }
    },
    // What this transaction has changed itself is nobody else's truth before the commit, nor is what a snapshot still sees.
    keep: (name, load) =>
      changed.has(name) ? load() : (parts.isSnapshot ? own : parts.kept).find(parts.who.tenantId, name, load),
    forget(name) {
      changed.add(name);
      parts.after.push(() => parts.kept.forget(parts.who.tenantId, name));
    },
  };
}

/** Runs work between begin and commit. Statements are sent as they come, behind those whose answer is still awaited. */
async function transact<T>(
  client: pg.PoolClient,
  begin: string,
  work: (query: Query, meanwhile: TenantTx['meanwhile'], plain: Query) => Promise<T>,
  database: Database,
): Promise<T> {
  let isBroken = false;
  // After one statement has failed all others fail too; the first says why.
  let failure: { readonly error: unknown } | null = null;
  const noteFailure = (error: unknown) => {
    failure ??= { error };
  };
  const connection = watch(client);
  const send = (text: string, values: Values, name?: string) => {
    database.trace?.(text, values);
    return connection.untilLost(client.query({ text, values: values as unknown[], ...(name ? { name } : {}) }));
  };
  const query: Query = async (text, values = []) => (await send(text, values, nameOf(text))).rows;
  const plain: Query = async (text, values = []) => (await send(text, values)).rows;
  const meanwhile = (write: Promise<unknown>) => void write.catch(noteFailure);
  try {
    meanwhile(send(begin, []));
    const value = await work(query, meanwhile, plain);
    const { command } = await send('commit', []);
    if (failure) throw failure;
    if (command !== 'COMMIT') throw new Error('a statement failed and its error was passed over: nothing was written');
    return value;
  } catch (error) {
    try {
      await send('rollback', []);
    } catch {
      isBroken = true;
    }
    throw (failure as { readonly error: unknown } | null)?.error ?? error;
  } finally {
    connection.unwatch();
    client.release(isBroken);
  }
}

/**
 * The driver leaves statements without an answer that are sent as a connection breaks: these fail with it. A race against one
 * promise of the whole transaction would hold every answer until its end.
 */
function watch(client: pg.PoolClient) {
  const waiting = new Set<(error: unknown) => void>();
  let loss: { readonly error: unknown } | null = null;
  const lose = (error: unknown) => {
    loss ??= { error };
    for (const fail of waiting) fail(error);
    waiting.clear();
  };
  const onEnd = () => lose(new Error('the connection to the database was lost'));
  client.once('error', lose);
  client.once('end', onEnd);
  return {
    untilLost: <T>(answer: Promise<T>): Promise<T> =>
      new Promise<T>((resolve, reject) => {
        waiting.add(reject);
        answer.then(resolve, reject).finally(() => waiting.delete(reject));
        if (loss) reject(loss.error);
      }),
    unwatch() {
      client.off('error', lose);
      client.off('end', onEnd);
    },
  };
}
