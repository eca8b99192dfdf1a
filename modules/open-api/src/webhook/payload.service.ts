import { encode, type Fields, readEventData } from '@boyun/kernel/contract';
import type { EventRow, TenantTx } from '@boyun/kernel/server';
import { PAYLOAD_VERSION, payloadFields, publishedTypes } from './public-event.contract.ts';

/** Returns the public name of a published event. */
export function publicNameOf({ kind }: Pick<EventRow, 'kind'>): string {
  return publishedTypes.get(kind)!.publishedAs!.name;
}

/** Returns the request body for an event, the same for every receiver. */
export async function bodyOf(tx: TenantTx, event: EventRow): Promise<string> {
  const type = publishedTypes.get(event.kind)!;
  const { name: kind, fields } = type.publishedAs!;
  const [lot] = event.lotId
    ? await tx.query<{ name: string }>('select name from lot_fact where tenant_id = $1 and id = $2', [
        tx.tenantId,
        event.lotId,
      ])
    : [];
  const { id, at, lotId } = event;
  const data = { ...event.data, ...type.publicValues?.(readEventData(type, event.data), at) };
  return writeBody({ id, kind, at, lotId, lotName: lot?.name ?? null }, fields, data);
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
