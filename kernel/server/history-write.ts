import type { AuditEntry, EmittedEvent, EventRow } from './history.ts';
import type { TenantTx } from './tenant-tx.ts';

/** Writes a transaction's events in the order they were emitted, in one statement; returns them as stored. */
export async function writeEvents(tx: TenantTx, events: readonly EmittedEvent[]): Promise<EventRow[]> {
  const ids = events.map(() => tx.newId());
  const rows = await tx.query<{ id: string; seq: number }>(
    `insert into event (tenant_id, id, kind, lot_id, subject_id, data, actor, request_id, at, recorded_at)
     select $1, e.id, e.kind, e.lot_id, e.subject_id, e.data, $2, $3, e.at, $4
     from unnest($5::uuid[], $6::text[], $7::uuid[], $8::uuid[], $9::jsonb[], $10::timestamptz[]) with ordinality
       as e(id, kind, lot_id, subject_id, data, at, place)
     order by e.place returning id, seq`,
    [
      tx.tenantId,
      tx.who.account,
      tx.who.requestId,
      tx.now,
      ids,
      events.map((one) => one.type.kind),
      events.map((one) => one.lotId ?? null),
      events.map((one) => one.subjectId ?? null),
      events.map((one) => JSON.stringify(one.data ?? {})),
      events.map((one) => one.at ?? tx.now),
    ],
  );
  const numbers = new Map(rows.map(({ id, seq }) => [id, seq]));
  return events.map((one, index) => ({
    tenantId: tx.tenantId,
    id: ids[index]!,
    seq: numbers.get(ids[index]!)!,
    kind: one.type.kind,
    lotId: one.lotId ?? null,
    subjectId: one.subjectId ?? null,
    data: one.data ?? {},
    actor: tx.who.account,
    requestId: tx.who.requestId,
    at: one.at ?? tx.now,
    recordedAt: tx.now,
  }));
}

/** Returns the lot if there is one only; null for none or several. */
export function onlyLot(lots: readonly unknown[]): string | null {
  const [lotId, ...others] = new Set(lots);
  return typeof lotId === 'string' && others.length === 0 ? lotId : null;
}

const lotsIn = (values: unknown): unknown[] =>
  typeof values === 'object' && values !== null && 'lotId' in values ? [values.lotId] : [];

/**
 * Returns the lot an audit entry concerns: the one it names, the lot that is its subject, the one in its values, or that of its
 * transaction's events. Null where there is none or more than one: only readers of all lots see such an entry.
 */
function lotOfEntry(entry: AuditEntry, events: readonly EmittedEvent[]): string | null {
  if (entry.lotId !== undefined) return entry.lotId;
  if (entry.subjectKind === 'lot') return entry.subjectId ?? null;
  const named = [...lotsIn(entry.before), ...lotsIn(entry.after)];
  if (named.length > 0) return onlyLot(named);
  const own = events.filter((one) => entry.subjectId && one.subjectId === entry.subjectId && one.lotId);
  return onlyLot((own.length > 0 ? own : events).map((one) => one.lotId ?? null));
}

/** Writes a transaction's audit entries without waiting between them; `events` are those of the same transaction. */
export async function writeAudit(
  tx: TenantTx,
  entries: readonly AuditEntry[],
  events: readonly EmittedEvent[],
): Promise<void> {
  const writes = entries.map((entry) =>
    tx.query(
      `insert into audit_log (tenant_id, id, at, actor_id, account, actor_name, action, subject_kind, subject_id, subject,
         address, request_id, before, after, lot_id)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`,
      [
        tx.tenantId,
        tx.newId(),
        tx.now,
        tx.who.userId,
        tx.who.account,
        tx.who.name,
        entry.action,
        entry.subjectKind,
        entry.subjectId ?? null,
        entry.subject ?? null,
        tx.who.address,
        tx.who.requestId,
        entry.before === undefined ? null : JSON.stringify(entry.before),
        entry.after === undefined ? null : JSON.stringify(entry.after),
        lotOfEntry(entry, events),
      ],
    ),
  );
  await Promise.all(writes);
}
