import { limitToLots } from '@boyun/access/server';
import { Refusal, type Row } from '@boyun/kernel/contract';
import { serveResource, type TenantTx } from '@boyun/kernel/server';
import { reviewedTable } from '@boyun/reviews/server';
import { subMerchant, subMerchantRefusal } from './sub-merchant.contract.ts';
import { settledUntil } from './sub-merchant.queries.ts';
import { settlementReviews } from './sub-merchant-review.contract.ts';

type SubMerchantValues = Row<typeof subMerchant>;

/** Refuses terms that are not complete; returns the row without the terms that do not apply. */
function termsAlone(row: SubMerchantValues): Pick<SubMerchantValues, 'sharePercent' | 'tiers' | 'rentFen'> {
  const { shareKind, sharePercent, tiers, rentFen } = row;
  const missing = { percent: sharePercent == null, tiers: !tiers?.length, rent: rentFen == null }[shareKind];
  if (missing) throw new Refusal(subMerchantRefusal[`${shareKind}-needed`]);
  const rises = (tiers ?? []).every((one, index) =>
    index === 0 ? one.fromFen === 0 : one.fromFen > tiers![index - 1]!.fromFen,
  );
  if (shareKind === 'tiers' && !rises) throw new Refusal(subMerchantRefusal['tiers-order']);
  return {
    sharePercent: shareKind === 'percent' ? sharePercent : null,
    tiers: shareKind === 'tiers' ? tiers : null,
    rentFen: shareKind === 'rent' ? rentFen : null,
  };
}

/** At any time a lot belongs to one sub-merchant: what it brings is shared once. */
async function refuseTakenLots(tx: TenantTx, row: SubMerchantValues, id: string | null): Promise<void> {
  await tx.lock('sub-merchant-lots');
  const [taken] = await tx.query<{ name: string; lot: string }>(
    `select m.name, l.name as lot from sub_merchant m
     join lot_fact l on l.tenant_id = m.tenant_id and l.id = any(m.lot_ids) and l.id = any($3::uuid[])
     where m.tenant_id = $1 and m.id is distinct from $2 and m.status = 2
       and daterange(m.valid_from, m.valid_until, '[]') && daterange($4::date, $5::date, '[]') limit 1`,
    [tx.tenantId, id, row.lotIds, row.validFrom, row.validUntil],
  );
  if (taken) throw new Refusal(subMerchantRefusal['lot-taken'], taken);
}

/** A lot that is taken out must not leave days behind that nobody settles. */
async function refuseUnsettledLots(tx: TenantTx, row: SubMerchantValues, before: SubMerchantValues): Promise<void> {
  const until = await settledUntil(tx, before.id);
  if (until && (row.validFrom > until || (row.validUntil && row.validUntil < until)))
    throw new Refusal(subMerchantRefusal['begins-settled'], { day: until });
  const removed = before.lotIds.filter((one) => !row.lotIds.includes(one));
  const [open] = await tx.query<{ lot: string; day: string }>(
    `select l.name as lot, min(d.day) as day from ledger_day_fact d join lot_fact l on l.tenant_id = d.tenant_id and l.id = d.lot_id
     where d.tenant_id = $1 and d.lot_id = any($2::uuid[]) and d.account = 'revenue' and d.day > coalesce($3::date, '-infinity')
       and d.day >= $4::date and ($5::date is null or d.day <= $5) group by l.name limit 1`,
    [tx.tenantId, removed, until, before.validFrom, before.validUntil],
  );
  if (open) throw new Refusal(subMerchantRefusal.unsettled, open);
}

/** Sub-merchants; their accounts see the lots they have now. */
export const subMerchantServer = serveResource(subMerchant, {
  ...reviewedTable(subMerchant, settlementReviews.write.name, (row) => row.remark),
  async beforeWrite(tx, values, before) {
    const row = { ...before, ...values } as SubMerchantValues;
    if (row.validUntil && row.validUntil < row.validFrom) throw new Refusal(subMerchantRefusal['ends-before-start']);
    const terms = termsAlone(row);
    if (row.status === 2) await refuseTakenLots(tx, row, before?.id ?? null);
    if (before) await refuseUnsettledLots(tx, row, before);
    return { ...values, ...terms };
  },
  async afterWrite(tx, row, before) {
    if (!before) return;
    const accounts = await tx.query<{ id: string }>(
      'select account_id as id from sub_account where tenant_id = $1 and sub_merchant_id = $2',
      [tx.tenantId, row.id],
    );
    await limitToLots(
      tx,
      accounts.map((one) => one.id),
      row.lotIds,
    );
  },
  async beforeDelete(tx, { id }) {
    const [row] = await tx.query<{ isUsed: boolean }>(
      `select exists (select from settlement where tenant_id = $1 and sub_merchant_id = $2)
         or exists (select from sub_account where tenant_id = $1 and sub_merchant_id = $2) as "isUsed"`,
      [tx.tenantId, id],
    );
    if (row!.isUsed) throw new Refusal(subMerchantRefusal['in-use']);
  },
});
