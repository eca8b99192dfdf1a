import { notFound, type TenantTx } from '@boyun/kernel/server';

/**
 * SQL condition for rows the caller may manage: their lots lie within the caller's; `place` is the parameter with the
 * caller's lots.
 */
export const withinLots = (place: string, row: string) =>
  `(${place}::uuid[] is null or (cardinality(${row}.lot_ids) > 0 and ${row}.lot_ids <@ ${place}::uuid[]))`;

/** Throws a refusal for lots of another tenant, and for lots beyond the caller's own. */
export async function checkLots(tx: TenantTx, lotIds: readonly string[]): Promise<void> {
  const missing = notFound(tx.who, { zh: '车场', en: 'Parking lot' });
  if (tx.who.lotIds !== null && (lotIds.length === 0 || lotIds.some((one) => !tx.who.lotIds!.includes(one))))
    throw missing;
  const found = await tx.query('select id from lot_fact where tenant_id = $1 and id = any($2::uuid[])', [
    tx.tenantId,
    lotIds,
  ]);
  if (found.length < new Set(lotIds).size) throw missing;
}

/** SQL for the names of a row's lots, joined in one text. */
export const lotNames = (row: string) =>
  `coalesce((select string_agg(l.name, '、' order by l.name) from lot_fact l
     where l.tenant_id = ${row}.tenant_id and l.id = any(${row}.lot_ids)), '')`;
