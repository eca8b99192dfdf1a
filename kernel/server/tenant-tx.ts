import type { AnyEventType } from '../contract/event.ts';
import type { Slots } from '../contract/slot.ts';
import { cursorOf, type Stream } from './cursor.ts';
import type { AuditEntry, Emit, EmittedEvent } from './history.ts';
import { nextId } from './next-id.ts';
import type { Query } from './statement.ts';
import { ValueCache } from './value-cache.ts';
import type { Who } from './who.ts';

/** One transaction of one tenant: the only place where business code reads and writes. */
export interface TenantTx {
  readonly who: Who;
  readonly tenantId: number;
  /** The time of the transaction, the same for all its statements. */
  readonly now: Date;
  readonly query: Query;
  /** Reads many rows in batches from a cursor. */
  readonly stream: Stream;
  /**
   * Registers a write whose result is not needed. Later statements are sent right behind it without waiting; it completes before the
   * commit, and if it fails the transaction fails with its error.
   */
  deferWrite(write: Promise<unknown>): void;
  newId(): string;
  /** Takes a lock of the tenant by name until the transaction ends; another transaction that wants the same lock waits. */
  lock(name: string): Promise<void>;
  /** Records an event; it is written just before the commit. */
  readonly emit: Emit;
  /** Records an audit entry; it is written just before the commit. */
  audit(entry: AuditEntry): void;
  /** Runs a callback after the commit; its errors are logged, not thrown. */
  afterCommit(work: () => void | Promise<void>): void;
  /**
   * Runs work for another tenant in this same transaction, which must have `isAboveTenants`; its events and audit entries belong to that
   * tenant.
   */
  asTenant<T>(who: Who, work: (tx: TenantTx) => Promise<T>): Promise<T>;
  /** Runs work inside a savepoint: if it throws, its writes, events and audit entries are rolled back and the transaction can continue. */
  savepoint<T>(work: () => Promise<T>): Promise<T>;
  /** Values that higher modules put into slots of lower ones. */
  readonly slots: Slots;
  /** Returns a value of the tenant that costs a query; it is loaded once and cached by the process until it is invalidated. */
  cached<T>(name: string, load: () => Promise<T>): Promise<T>;
  /** Declares that this transaction changes the source of a cached value; other processes invalidate theirs from the events. */
  invalidate(name: string): void;
}

/** Builds the transaction object that business code uses. */
export function makeTx(parts: {
  who: Who;
  now: Date;
  isSnapshot: boolean;
  query: Query;
  deferWrite: TenantTx['deferWrite'];
  events: EmittedEvent[];
  entries: AuditEntry[];
  after: (() => void | Promise<void>)[];
  cache: ValueCache;
  slots: Slots;
  asTenant: TenantTx['asTenant'];
}): TenantTx {
  const changed = new Set<string>();
  const own = new ValueCache();
  return {
    who: parts.who,
    tenantId: parts.who.tenantId,
    now: parts.now,
    slots: parts.slots,
    query: parts.query,
    stream: cursorOf(parts.query),
    deferWrite: parts.deferWrite,
    newId: () => nextId(parts.now),
    async lock(name) {
      await parts.query('select pg_advisory_xact_lock($1, hashtext($2))', [parts.who.tenantId, name]);
    },
    emit: (of: AnyEventType | EmittedEvent, facts?: Omit<EmittedEvent, 'type'>) =>
      void parts.events.push('type' in of ? of : { ...facts, type: of }),
    audit: (entry) => void parts.entries.push(entry),
    afterCommit: (work) => void parts.after.push(work),
    asTenant: parts.asTenant,
    async savepoint(work) {
      const filed = [parts.events, parts.entries, parts.after] as unknown[][];
      const lengths = filed.map((one) => one.length);
      await parts.query('savepoint attempt');
      try {
        const value = await work();
        await parts.query('release savepoint attempt');
        return value;
      } catch (error) {
        // Released as well, so that an enclosing savepoint rolls back to its own.
        await parts.query('rollback to savepoint attempt');
        await parts.query('release savepoint attempt');
        for (const [index, list] of filed.entries()) list.length = lengths[index]!;
        throw error;
      }
    },
    // Changes of this transaction must not enter the shared cache before the commit, nor must the old state that a snapshot still sees.
    cached: (name, load) =>
      changed.has(name) ? load() : (parts.isSnapshot ? own : parts.cache).find(parts.who.tenantId, name, load),
    invalidate(name) {
      changed.add(name);
      parts.after.push(() => parts.cache.invalidate(parts.who.tenantId, name));
    },
  };
}
