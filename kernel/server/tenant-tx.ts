import type { TenantTx } from './database.ts';
import type { AuditEntry, EmittedEvent } from './history.ts';
import { KeptValues } from './kept-value.ts';
import { nextId } from './next-id.ts';
import type { PoolName } from './pool-size.ts';
import type { Query } from './statement.ts';
import type { Who } from './who.ts';

/** Puts together what business sees of a transaction. */
export function makeTx(parts: {
  who: Who;
  now: Date;
  isSnapshot: boolean;
  pool: PoolName;
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
    pool: parts.pool,
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
