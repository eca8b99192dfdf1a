import type { AnyEventType, EventInput, EventType } from '../contract/event.ts';
import type { Fields } from '../contract/field.ts';
import type { TenantTx } from './database.ts';

/** A fact of a declared type; `at` is when it happened, by default now. */
export interface EmittedEvent {
  readonly type: AnyEventType;
  readonly lotId?: string | null;
  readonly subjectId?: string | null;
  readonly data?: Readonly<Record<string, unknown>>;
  readonly at?: Date;
}

/** Where and when an event happened, and its data; `at` is now where left out. */
export interface EventFacts<F extends Fields> {
  readonly lotId?: string | null;
  readonly subjectId?: string | null;
  readonly at?: Date;
  readonly data: EventInput<F>;
}

/** Returns an event of a declared type, to be emitted later. */
export function eventOf<F extends Fields>(type: EventType<F>, facts: EventFacts<F>): EmittedEvent {
  return { ...facts, type };
}

/** Emits an event of a declared type, or one made earlier by `eventOf`. */
export interface Emit {
  <F extends Fields>(type: EventType<F>, facts: EventFacts<F>): void;
  (event: EmittedEvent): void;
}

/** A row of the event log. */
export interface EventRow {
  readonly tenantId: number;
  readonly id: string;
  readonly seq: number;
  readonly kind: string;
  readonly lotId: string | null;
  readonly subjectId: string | null;
  readonly data: Record<string, unknown>;
  readonly actor: string;
  readonly requestId: string | null;
  readonly at: Date;
  readonly recordedAt: Date;
}

/**
 * Who did what to which subject, with the values before and after. When `lotId` is left out, it is taken from these values or from the
 * transaction's events.
 */
export interface AuditEntry {
  readonly action: string;
  readonly subjectKind: string;
  readonly subjectId?: string | null;
  readonly subject?: string | null;
  readonly lotId?: string | null;
  readonly before?: unknown;
  readonly after?: unknown;
}

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

/** Returns the one lot that rows name in their `lotId`; null where they name none or several. */
function onlyLot(lots: readonly unknown[]): string | null {
  const [lotId, ...others] = new Set(lots);
  return typeof lotId === 'string' && others.length === 0 ? lotId : null;
}

const lotsIn = (values: unknown): unknown[] =>
  typeof values === 'object' && values !== null && 'lotId' in values ? [values.lotId] : [];

/**
 * Returns the lot an audit entry concerns: the one it names, the lot that is its subject, the one in its values, or that of its
 * transaction's events. Null where there is none or more than one: only readers of all lots see such an entry.
 */
export function lotOfEntry(entry: AuditEntry, events: readonly EmittedEvent[]): string | null {
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
