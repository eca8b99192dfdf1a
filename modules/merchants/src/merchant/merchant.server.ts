import { Refusal, type Row } from '@boyun/kernel/contract';
import { coversLots, handle, notFound, serveResource, type TenantTx } from '@boyun/kernel/server';
import type { RefundWay, TakeMethod } from '@boyun/money/contract';
import { reviewedTable } from '@boyun/reviews/server';
import { merchant, merchantRefusal } from './merchant.contract.ts';
import { availableOf, reservedOf } from './merchant.queries.ts';
import {
  addMerchantStaff,
  freezeMerchantStaff,
  getMerchantStaff,
  refundMerchant,
  topUpMerchant,
} from './merchant-act.contract.ts';
import { askRefund, requireMerchant, topUp } from './merchant-credit.service.ts';
import { merchantStaffAdded, merchantStaffFrozen } from './merchant-event.contract.ts';
import { merchantPurpose } from './merchant-purpose.contract.ts';
import { merchantReviews } from './merchant-review.contract.ts';
import { addStaff, findStaff, freezeStaff } from './merchant-staff.service.ts';

/** Merchants with what they can still spend. */
export const merchantServer = serveResource(merchant, {
  ...reviewedTable(merchant, merchantReviews.write.name, (row) => row.remark),
  async beforeWrite(_tx, values, before) {
    const row = { ...before, ...values } as Row<typeof merchant>;
    const hasLimit = row.limitFen !== null && row.limitFen !== undefined;
    if (row.creditKind === 'monthly' && !hasLimit) throw new Refusal(merchantRefusal['limit-needed']);
    if (row.creditKind === 'prepaid' && hasLimit) throw new Refusal(merchantRefusal['limit-unused']);
    if (row.validUntil && row.validUntil < row.validFrom) throw new Refusal(merchantRefusal['ends-before-start']);
    return values;
  },
  async beforeDelete(tx, { id }) {
    const [row] = await tx.query<{ isUsed: boolean }>(
      `select exists (select from merchant_discount where tenant_id = $1 and merchant_id = $2)
         or exists (select from merchant_staff where tenant_id = $1 and merchant_id = $2)
         or exists (select from merchant_entry where tenant_id = $1 and merchant_id = $2)
         or exists (select from bill_fact where tenant_id = $1 and kind = $3 and subject_id = $2) as "isUsed"`,
      [tx.tenantId, id, merchantPurpose.kind],
    );
    if (row!.isUsed) throw new Refusal(merchantRefusal['in-use']);
  },
  async afterRead(tx, rows) {
    const reserved = await reservedOf(
      tx,
      rows.map((row) => row.id),
    );
    for (const row of rows) {
      row.reservedFen = reserved.get(row.id) ?? 0;
      row.availableFen = availableOf(row, row.reservedFen);
    }
  },
});

const subjectOf = ({ id, name }: { readonly id: string; readonly name: string }) => ({
  subjectKind: merchant.name,
  subjectId: id,
  subject: name,
});

const topUpServer = handle(topUpMerchant, async (tx, { merchantId, amountFen, method, note }, act) => {
  const { merchant: row, taken } = await topUp(tx, merchantId, { amountFen, method: method as TakeMethod, note });
  const { paymentNo } = taken;
  const balanceFen = row.balanceFen + (taken.state === 'paid' ? amountFen : 0);
  const before = { balanceFen: row.balanceFen };
  act.describe({ ...subjectOf(row), before, after: { balanceFen, amountFen, method, paymentNo, note } });
  return { ...taken, balanceFen };
});

const refundServer = handle(refundMerchant, async (tx, { merchantId, amountFen, method, note }, act) => {
  const done = await askRefund(tx, { merchantId, amountFen, method: method as RefundWay, note });
  const { reviewId, isPending, effect } = done.asked;
  const before = { balanceFen: done.merchant.balanceFen };
  act.describe({ ...subjectOf(done.merchant), before, after: { amountFen, method, note, effect } });
  return { reviewId, isPending };
});

/** Refuses accounts of merchants whose lots the caller does not all see. */
async function requireSeen(tx: TenantTx, merchantId: string) {
  const [row] = await tx.query<{ id: string; name: string; lotIds: string[] }>(
    'select id, name, lot_ids from merchant where tenant_id = $1 and id = $2',
    [tx.tenantId, merchantId],
  );
  if (!row || !coversLots(tx.who, row.lotIds)) throw notFound(tx.who, merchant.title);
  return row;
}

const staffServers = [
  handle(getMerchantStaff, async (tx, { merchantId }) => {
    await requireSeen(tx, merchantId);
    return { rows: await findStaff(tx, merchantId) };
  }),
  handle(addMerchantStaff, async (tx, { merchantId, ...given }, act) => {
    const row = await requireMerchant(tx, merchantId);
    const added = await addStaff(tx, merchantId, given);
    const data = { merchantId, account: given.account };
    tx.emit(merchantStaffAdded, { lotId: null, subjectId: merchantId, data });
    act.describe({ ...subjectOf(row), after: given });
    return added;
  }),
  handle(freezeMerchantStaff, async (tx, { id, isFrozen }, act) => {
    const { merchantId, account } = await freezeStaff(tx, id, isFrozen, null);
    const row = await requireSeen(tx, merchantId);
    tx.emit(merchantStaffFrozen, { lotId: null, subjectId: merchantId, data: { merchantId, isFrozen } });
    act.describe({ ...subjectOf(row), after: { account, isFrozen } });
    return {};
  }),
];

/** Money and accounts of merchants. */
export const merchantServers = [topUpServer, refundServer, ...staffServers];
