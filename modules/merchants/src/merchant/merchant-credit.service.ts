import { formatYuan } from '@boyun/domain/money';
import { Refusal } from '@boyun/kernel/contract';
import { coversLots, notFound, type TenantTx } from '@boyun/kernel/server';
import type { RefundWay } from '@boyun/money/contract';
import type { Taken } from '@boyun/money/server';
import { type Approval, type Asked, refuseMoreThanAgreed, reviewedAct } from '@boyun/reviews/server';
import { merchant, merchantRefusal } from './merchant.contract.ts';
import { availableOf, lockMerchant, type MerchantRow, reservedOf } from './merchant.queries.ts';
import { payBack, payIn } from './merchant-bill.service.ts';
import { merchantRefunded } from './merchant-event.contract.ts';
import { merchantReviews } from './merchant-review.contract.ts';

/** A merchant whose lots the caller all sees, locked. */
export async function requireMerchant(tx: TenantTx, id: string): Promise<MerchantRow> {
  const row = await lockMerchant(tx, id);
  if (!row || !coversLots(tx.who, row.lotIds)) throw notFound(tx.who, merchant.title);
  return row;
}

/** Takes money of a merchant, or begins to: a phone may still have to pay. */
export async function topUp(
  tx: TenantTx,
  merchantId: string,
  given: Parameters<typeof payIn>[2],
): Promise<{ merchant: MerchantRow; taken: Taken }> {
  const row = await requireMerchant(tx, merchantId);
  return { merchant: row, taken: await payIn(tx, row, given) };
}

/** What of a balance can be refunded: money the merchant has paid and that no grant holds. */
async function refundableFen(tx: TenantTx, row: MerchantRow): Promise<number> {
  const reserved = (await reservedOf(tx, [row.id])).get(row.id) ?? 0;
  return Math.max(0, availableOf({ balanceFen: row.balanceFen, limitFen: null }, reserved));
}

async function refuseBeyondBalance(tx: TenantTx, row: MerchantRow, amountFen: number): Promise<void> {
  const available = await refundableFen(tx, row);
  if (available === 0) throw new Refusal(merchantRefusal['nothing-left']);
  if (amountFen > available)
    throw new Refusal(merchantRefusal['more-than-balance'], { available: formatYuan(available) });
}

interface RefundPayload {
  readonly merchantId: string;
  readonly amountFen: number;
  readonly method: RefundWay;
}

async function carryOut(tx: TenantTx, { merchantId, amountFen, method: way }: RefundPayload, approval: Approval) {
  const row = (await lockMerchant(tx, merchantId))!;
  refuseMoreThanAgreed(approval, amountFen);
  await refuseBeyondBalance(tx, row, amountFen);
  const { reason, reviewId, requestedBy, requestedById } = approval;
  const actor = { id: requestedById, name: requestedBy };
  await payBack(tx, row, { amountFen, way, reason, reviewId, actor });
  const balanceFen = row.balanceFen - amountFen;
  tx.emit(merchantRefunded, {
    lotId: null,
    subjectId: merchantId,
    data: { merchantId, name: row.name, amountFen, balanceFen },
  });
}

/** Refunds money of a merchant, when it is agreed. */
export const askMerchantRefund = reviewedAct(merchantReviews.refund.name, carryOut);

/** Requests a refund of a part of a merchant's balance. */
export async function askRefund(
  tx: TenantTx,
  given: RefundPayload & { readonly note: string },
): Promise<{ merchant: MerchantRow; asked: Asked }> {
  const { note, ...payload } = given;
  const row = await requireMerchant(tx, given.merchantId);
  await refuseBeyondBalance(tx, row, given.amountFen);
  const yuan = (fen: number) => ({ zh: `¥${formatYuan(fen)}`, en: `¥${formatYuan(fen)}` });
  const amount = yuan(given.amountFen).zh;
  const asked = await askMerchantRefund(tx, {
    lotIds: row.lotIds,
    subjectKind: merchant.name,
    subjectId: row.id,
    subject: row.name,
    summary: { zh: `商家余额退款 ${amount} ${row.name}`, en: `Refund ${amount} to ${row.name}` },
    changes: [
      {
        label: { zh: '余额', en: 'Balance' },
        before: yuan(row.balanceFen),
        after: yuan(row.balanceFen - given.amountFen),
      },
    ],
    amountFen: given.amountFen,
    counting: 'compared',
    reason: note,
    payload,
  });
  return { merchant: row, asked };
}
