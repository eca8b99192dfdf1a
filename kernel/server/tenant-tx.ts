import type { AnyEventType } from '../contract/event.ts';
import type { Slots } from '../contract/slot.ts';
import { cursorOf } from './cursor.ts';
import type { TenantTx } from './database.ts';
import type { AuditEntry, EmittedEvent } from './history.ts';
import { nextId } from './next-id.ts';
import type { Query } from './statement.ts';
import { ValueCache } from './value-cache.ts';
import type { Who } from './who.ts';

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
