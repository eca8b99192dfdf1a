import { formatYuan } from '@boyun/domain/money';
import { Refusal } from '@boyun/kernel/contract';
import { coversLots, notFound, type TenantTx } from '@boyun/kernel/server';
import type { HandChannel } from '@boyun/money/contract';
import { type Approval, type Asked, refuseMoreThanAgreed, reviewedAct } from '@boyun/reviews/server';
import { merchant, merchantRefusal } from './merchant.contract.ts';
import { availableOf, lockMerchant, type MerchantRow, moveCredit, reservedOf } from './merchant.queries.ts';
import { payBack, payIn } from './merchant-bill.service.ts';
import { merchantRefunded, merchantToppedUp } from './merchant-event.contract.ts';
import { merchantReviews } from './merchant-review.contract.ts';

/** A merchant whose lots the caller all sees, locked. */
export async function requireMerchant(tx: TenantTx, id: string): Promise<MerchantRow> {
  const row = await lockMerchant(tx, id);
  if (!row || !coversLots(tx.who, row.lotIds)) throw notFound(tx.who, merchant.title);
  return row;
}

/** Takes money of a merchant and returns its new balance. */
export async function topUp(
  tx: TenantTx,
  merchantId: string,
  given: { readonly amountFen: number; readonly method: HandChannel; readonly note: string | null },
): Promise<{ merchant: MerchantRow; paymentNo: string; balanceFen: number }> {
  const row = await requireMerchant(tx, merchantId);
  const { amountFen, method, note } = given;
  const { id: paymentId, paymentNo } = await payIn(tx, row, amountFen, method);
  const balanceFen = await moveCredit(tx, row, { kind: 'top-up', amountFen, paymentId, note });
  tx.emit(merchantToppedUp, {
    lotId: null,
    subjectId: row.id,
    data: { merchantId, name: row.name, amountFen, balanceFen },
  });
  return { merchant: row, paymentNo, balanceFen };
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
  readonly method: HandChannel;
}

async function carryOut(tx: TenantTx, { merchantId, amountFen, method }: RefundPayload, approval: Approval) {
  const row = (await lockMerchant(tx, merchantId))!;
  refuseMoreThanAgreed(approval, amountFen);
  await refuseBeyondBalance(tx, row, amountFen);
  const { reason, reviewId, requestedBy, requestedById } = approval;
  const actor = { id: requestedById, name: requestedBy };
  let { balanceFen } = row;
  for (const refund of await payBack(tx, row, { amountFen, channel: method, reason, reviewId, actor })) {
    const move = { kind: 'refund', amountFen: -refund.amountFen, refundId: refund.id, note: reason } as const;
    balanceFen = await moveCredit(tx, row, { ...move, actorName: requestedBy });
  }
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
