import { Refusal, type Row } from '@boyun/kernel/contract';
import { coversLot, notFound, serveResource, type TenantTx } from '@boyun/kernel/server';
import { checkHours } from '@boyun/lists/server';
import { packRule, packRuleRefusal } from './pack-rule.contract.ts';

/** Pack rules. Sold packs keep the terms they were sold under. */
export const packRuleServer = serveResource(packRule, {
  async beforeWrite(tx, values, before) {
    const row = { ...before, ...values } as Row<typeof packRule>;
    if (before) checkReach(tx, before.lotIds);
    checkReach(tx, row.lotIds);
    const known = await namesOf(tx, row.lotIds);
    if (row.lotIds.some((id) => !known.has(id))) throw notFound(tx.who, { zh: '车场', en: 'Parking lot' });
    checkHours(row);
    const hasDays = row.days !== null && row.days !== undefined;
    if (row.period === 'custom' && !hasDays) throw new Refusal(packRuleRefusal['days-needed']);
    if (row.period !== 'custom' && hasDays) throw new Refusal(packRuleRefusal['days-unused']);
    if (row.platesPerPack < row.carsPerPack) throw new Refusal(packRuleRefusal['too-few-plates']);
    return values;
  },
  async beforeDelete(tx, row) {
    checkReach(tx, row.lotIds);
  },
  async afterRead(tx, rows) {
    const names = await namesOf(tx, [...new Set(rows.flatMap((row) => row.lotIds))]);
    for (const row of rows)
      row.lotNames = row.lotIds.length > 0 ? row.lotIds.map((id) => names.get(id) ?? '').join('、') : null;
  },
});

async function namesOf(tx: TenantTx, lotIds: readonly string[]): Promise<Map<string, string>> {
  const rows =
    lotIds.length > 0
      ? await tx.query<{ id: string; name: string }>(
          'select id, name from lot_fact where tenant_id = $1 and id = any($2::uuid[])',
          [tx.tenantId, lotIds],
        )
      : [];
  return new Map(rows.map((row) => [row.id, row.name]));
}

/** Refuses lots outside the scope of an account limited to some lots. */
function checkReach(tx: TenantTx, lotIds: readonly string[]): void {
  if (tx.who.lotIds === null) return;
  if (lotIds.length === 0) throw new Refusal(packRuleRefusal['lots-needed']);
  if (!lotIds.every((id) => coversLot(tx.who, id))) throw notFound(tx.who, { zh: '车场', en: 'Parking lot' });
}
