import { encode, type Fields } from '@boyun/kernel/contract';
import type { EventRow, TenantTx } from '@boyun/kernel/server';
import { PAYLOAD_VERSION, PUBLIC_EVENTS, type PublicEventKind, payloadFields } from './public-event.contract.ts';

const kinds = new Map<string, PublicEventKind>(
  Object.entries(PUBLIC_EVENTS).flatMap(([kind, one]) => one.from.map((from) => [from, kind as PublicEventKind])),
);

/** Kinds of the event log that are published. */
export const SOURCES: readonly string[] = [...kinds.keys()];

/** Returns the public name of an event. */
export function publicKind(event: Pick<EventRow, 'kind'>): PublicEventKind {
  return kinds.get(event.kind)!;
}

/** Returns the values of an event, completed with data its log entry does not contain. */
async function valuesOf(tx: TenantTx, event: EventRow): Promise<Record<string, unknown>> {
  if (event.kind === 'stay.opened') return { ...event.data, enteredAt: event.at };
  if (event.kind !== 'stay.left' && event.kind !== 'stay.closed') return event.data;
  const [order] = await tx.query<{ enteredAt: Date }>(
    'select entered_at from stay_fact where tenant_id = $1 and id = $2',
    [tx.tenantId, event.subjectId],
  );
  const enteredAt = order?.enteredAt ?? event.at;
  return {
    ...event.data,
    enteredAt,
    leftAt: event.at,
    parkedMinutes: Math.max(0, Math.floor((event.at.getTime() - enteredAt.getTime()) / 60_000)),
    hasLeft: event.data.isPhysical === true,
  };
}

/** Returns the request body for an event, the same for every receiver. */
export async function bodyOf(tx: TenantTx, event: EventRow): Promise<string> {
  const kind = publicKind(event);
  const [lot] = event.lotId
    ? await tx.query<{ name: string }>('select name from lot_fact where tenant_id = $1 and id = $2', [
        tx.tenantId,
        event.lotId,
      ])
    : [];
  const { id, at, lotId } = event;
  const data = await valuesOf(tx, event);
  return writeBody({ id, kind, at, lotId, lotName: lot?.name ?? null }, PUBLIC_EVENTS[kind].fields, data);
}

/** Serializes an event: the common fields, and its data as declared by its fields. */
export function writeBody(
  head: { id: string; kind: string; at: Date; lotId: string | null; lotName: string | null },
  fields: Fields,
  data: Readonly<Record<string, unknown>>,
): string {
  const context = { zone: 'UTC' };
  // A missing value is sent as null, so that receivers always get the same keys.
  const values = Object.fromEntries(Object.keys(fields).map((key) => [key, data[key] ?? null]));
  const outer = encode(payloadFields, { ...head, version: PAYLOAD_VERSION }, context);
  return JSON.stringify({ ...outer, Data: encode(fields, values, context) });
}
