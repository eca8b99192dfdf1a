import { formatYuan } from '@boyun/domain/money';
import { channelDayOf } from '@boyun/domain/reconcile';
import { type Label, Refusal } from '@boyun/kernel/contract';
import type { TenantTx } from '@boyun/kernel/server';
import { refundStarted } from '@boyun/money/contract';
import {
  beginRefund,
  emitRefund,
  findRefundable,
  lockBill,
  type PaidItem,
  payNow,
  setChannelFee,
  settlePayment,
  settleRefund,
} from '@boyun/money/server';
import { type Approval, type Asked, reviewedAct } from '@boyun/reviews/server';
import { findPayChannels } from '../bill-source/bill-source.queries.ts';
import {
  DifferenceKindLabel,
  differenceRefusal,
  type Resolution,
  Resolution as ResolutionLabel,
} from './difference.contract.ts';
import { countedSides, countForDay, type LockedDifference, lockOpen, writeResolved } from './difference.queries.ts';
import { differenceResolved } from './difference-event.contract.ts';
import { reconciliationReviews } from './difference-review.contract.ts';
import { unidentifiedBill } from './unidentified-bill.service.ts';
import { bookWriteOff } from './write-off.queries.ts';

interface Posting {
  readonly differenceId: string;
  readonly billId: string | null;
  readonly lotId: string | null;
}

/** The bill a lost payment is for: that of an order, or that of unknown money. */
async function itemOf(tx: TenantTx, posting: Posting, askedFen: number): Promise<PaidItem> {
  const { differenceId, billId, lotId } = posting;
  if (billId) {
    const locked = await lockBill(tx, billId);
    if (!locked) throw new Refusal(differenceRefusal['no-bill']);
    return { ...locked, askedFen };
  }
  if (!lotId) throw new Refusal(differenceRefusal['no-lot']);
  await tx.query('update day_difference set lot_id = $3 where tenant_id = $1 and id = $2', [
    tx.tenantId,
    differenceId,
    lotId,
  ]);
  return { values: unidentifiedBill(differenceId, lotId), subject: null, askedFen };
}

/** Books what the provider collected or gave back. Returns our record of it. */
async function bookLost(
  tx: TenantTx,
  { difference, source }: LockedDifference,
  posting: Posting,
  by: string,
): Promise<string> {
  const { number, tradeNo, theirsFen, theirsFeeFen, recordId } = difference;
  const amountFen = theirsFen ?? 0;
  if (recordId) {
    const result =
      amountFen < 0
        ? await settleRefund(tx, number, 'success', tradeNo, -amountFen)
        : await settlePayment(tx, number, 'success', tradeNo, amountFen);
    if (result !== 'done') throw new Refusal(differenceRefusal['not-booked']);
    return recordId;
  }
  const [channel] = source.channel === 'sandbox' ? [] : await findPayChannels(tx, source);
  const payment = await payNow(tx, {
    channel: source.channel!,
    payChannelId: channel?.id ?? null,
    items: [await itemOf(tx, posting, amountFen)],
    actor: { id: null, name: by },
    collected: { paymentNo: number || tradeNo, tradeNo },
  });
  if (theirsFeeFen !== null) await setChannelFee(tx, payment.id, theirsFeeFen);
  return payment.id;
}

async function post(tx: TenantTx, posting: Posting, approval: Approval, act: 'post' | 'refund'): Promise<void> {
  const locked = await lockOpen(tx, posting.differenceId, act);
  const recordId = await bookLost(tx, locked, posting, approval.requestedBy);
  const { day, source } = locked;
  const ownDay = channelDayOf(source.channel!, tx.now.getTime());
  await countForDay(tx, { recordId, sourceId: source.id, day: day.day, ownDay });
  const refundId = act === 'refund' ? await giveBack(tx, locked, recordId, approval) : null;
  await resolved(tx, locked, approval, {
    resolution: act,
    adjustedFen: locked.difference.theirsFen ?? 0,
    recordId,
    refundId,
  });
}

/** Has the provider give back what of a payment is owed to its payer. Returns the refund. */
async function giveBack(
  tx: TenantTx,
  { source }: LockedDifference,
  paymentId: string,
  approval: Approval,
): Promise<string> {
  const [bill] = await tx.query<{ kind: string; subjectId: string; lotId: string; plate: string; paymentNo: string }>(
    `select b.kind, b.subject_id, p.lot_id, p.plate, p.payment_no from payment_fact p
     join bill_fact b on b.tenant_id = p.tenant_id and b.id = p.bill_id where p.tenant_id = $1 and p.id = $2`,
    [tx.tenantId, paymentId],
  );
  const { kind, subjectId, lotId, plate, paymentNo } = bill!;
  const from = (await findRefundable(tx, kind, [subjectId])).find((one) => one.paymentId === paymentId);
  if (!from || from.excessFen <= 0) throw new Refusal(differenceRefusal['no-excess']);
  const refund = await beginRefund(tx, {
    from,
    channel: source.channel!,
    sourceId: null,
    amountFen: from.excessFen,
    lotId,
    plate,
    reason: approval.reason,
    reviewId: approval.reviewId,
    actor: { id: approval.requestedById, name: approval.requestedBy },
  });
  emitRefund(tx, refundStarted, refund, { kind, subjectId }, { refundOf: paymentNo });
  return refund.id;
}

async function resolved(
  tx: TenantTx,
  locked: LockedDifference,
  approval: Approval,
  done: {
    readonly resolution: Resolution;
    readonly adjustedFen: number;
    readonly recordId?: string;
    readonly refundId?: string | null;
  },
): Promise<void> {
  await writeResolved(tx, locked, { ...done, note: approval.reason, by: approval.requestedBy });
  emitResolved(tx, locked, done.resolution, done.adjustedFen);
}

/** Records that a difference was resolved. */
export function emitResolved(
  tx: TenantTx,
  { difference, day, source }: LockedDifference,
  resolution: Resolution,
  amountFen: number,
): void {
  const { id: differenceId, number } = difference;
  const data = { differenceId, channelDayId: day.id, day: day.day, name: source.name, number, resolution, amountFen };
  tx.emit(differenceResolved, { subjectId: differenceId, data });
}

/** Posts a lost payment once it is approved. */
export const askPost = reviewedAct<Posting>(reconciliationReviews.post.name, (tx, posting, approval) =>
  post(tx, posting, approval, 'post'),
);

/** Gives unknown money back once it is approved: it is posted first, so that the refund has a payment. */
export const askGiveBack = reviewedAct<Posting>(reconciliationReviews.refund.name, (tx, posting, approval) =>
  post(tx, posting, approval, 'refund'),
);

/** Writes a difference off once it is approved. */
export const askWriteOff = reviewedAct<{ readonly differenceId: string }>(
  reconciliationReviews.writeOff.name,
  async (tx, { differenceId }, approval) => {
    const locked = await lockOpen(tx, differenceId, 'write-off');
    const { difference, day } = locked;
    const counted = countedSides(difference, day.day);
    const gapFen = counted.theirsFen - counted.oursFen;
    const isBank = difference.side === 'bank';
    // What the bank did not get is no more with the channel.
    await bookWriteOff(tx, day.id, gapFen);
    await resolved(tx, locked, approval, {
      resolution: 'write-off',
      adjustedFen: isBank ? -gapFen : gapFen,
    });
  },
);

/** An act on a difference as it is asked for. */
export interface AskedAct<P> {
  readonly ask: (tx: TenantTx, request: Parameters<ReturnType<typeof reviewedAct<P>>>[1]) => Promise<Asked>;
  readonly act: Resolution;
  readonly payload: P;
  readonly differenceId: string;
  readonly reason: string;
}

/** Asks for an act on a difference that moves money. Returns what became of it, and the difference. */
export async function askAct<P>(tx: TenantTx, { ask, act, payload, differenceId, reason }: AskedAct<P>) {
  const locked = await lockOpen(tx, differenceId, act);
  const { difference, day, source } = locked;
  const counted = countedSides(difference, day.day);
  const yuan = (fen: number): Label => ({ zh: `¥${formatYuan(fen)}`, en: `¥${formatYuan(fen)}` });
  const gapFen = counted.theirsFen - counted.oursFen;
  const subject = subjectOf(locked);
  const asked = await ask(tx, {
    lotIds: [],
    subjectKind: 'day-difference',
    subjectId: difference.id,
    subject,
    summary: {
      zh: `${ResolutionLabel[act].zh} ${day.day} ${source.name} ¥${formatYuan(Math.abs(gapFen))}`,
      en: `${ResolutionLabel[act].en}: ${source.name}, ${day.day}, ¥${formatYuan(Math.abs(gapFen))}`,
    },
    changes: [
      { label: { zh: '类别', en: 'Kind' }, before: DifferenceKindLabel[difference.kind], after: ResolutionLabel[act] },
      { label: { zh: '我方', en: 'Ours' }, before: yuan(counted.oursFen), after: yuan(counted.theirsFen) },
    ],
    amountFen: Math.abs(gapFen),
    counting: 'alone',
    reason,
    payload,
  });
  return { asked, subject };
}

/** How the audit log names a difference. */
export const subjectOf = ({ difference, day, source }: LockedDifference): string =>
  `${day.day} ${source.name} ${difference.number || difference.tradeNo || DifferenceKindLabel[difference.kind].zh}`;
