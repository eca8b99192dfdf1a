import { Refusal, type Row } from '@boyun/kernel/contract';
import { coversLots, notFound, serveResource, type TenantTx } from '@boyun/kernel/server';
import { checkHours } from '@boyun/lists/server';
import { packRule, packRuleRefusal } from './pack-rule.contract.ts';

/** Pack rules. Sold packs keep the terms they were sold under. */
export const packRuleServer = serveResource(packRule, {
  async beforeWrite(tx, values, before) {
    const row = { ...before, ...values } as Row<typeof packRule>;
    if (before) checkReach(tx, before.lotIds);
    checkReach(tx, row.lotIds);
    await requireLots(tx, row.lotIds);
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
});

async function requireLots(tx: TenantTx, lotIds: readonly string[]): Promise<void> {
  const ids = [...new Set(lotIds)];
  const known = await tx.query('select from lot_fact where tenant_id = $1 and id = any($2::uuid[])', [
    tx.tenantId,
    ids,
  ]);
  if (known.length < ids.length) throw notFound(tx.who, { zh: '车场', en: 'Parking lot' });
}

/** Refuses lots outside the scope of an account limited to some lots. */
function checkReach(tx: TenantTx, lotIds: readonly string[]): void {
  if (tx.who.lotIds === null) return;
  if (lotIds.length === 0) throw new Refusal(packRuleRefusal['lots-needed']);
  if (!coversLots(tx.who, lotIds)) throw notFound(tx.who, { zh: '车场', en: 'Parking lot' });
}
