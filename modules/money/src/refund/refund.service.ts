import { Refusal } from '@boyun/kernel/contract';
import type { TenantTx } from '@boyun/kernel/server';
import { nextBillNumber, setBill } from '../bill/bill.service.ts';
import { type BillValues, billKind, type LockedSubject, subjectField } from '../bill/bill-kind.service.ts';
import type { PayChannel, RefundWay } from '../channel/channel.contract.ts';
import { isTrial } from '../channel/trial.queries.ts';
import { accountOf, book } from '../ledger/ledger.service.ts';
import { newPaymentNo } from '../payment/payment.service.ts';
import { paymentRefunded, refundFailed, refundStarted } from '../payment/payment-event.contract.ts';
import type { RefundState } from '../payment/payment-state.contract.ts';
import { providerOf } from '../provider-choice/provider-choice.service.ts';
import { REASON_LENGTH } from '../provider-fault/provider-fault.contract.ts';
import { refundRefusal } from './refund.contract.ts';

/** The refundable part of one payment of a bill, in fen. */
export interface Refundable {
  readonly paymentId: string;
  readonly paymentNo: string;
  readonly billId: string;
  readonly channel: PayChannel;
  readonly sourceId: string | null;
  readonly paidAt: Date | null;
  /** The part that settled the bill. */
  readonly appliedFen: number;
  /** The excess. */
  readonly excessFen: number;
}

/** A refund as business sees it; amounts are positive fen. */
export interface Refund {
  readonly id: string;
  readonly refundNo: string;
  readonly paymentId: string | null;
  readonly billId: string;
  readonly lotId: string | null;
  readonly plate: string;
  readonly channel: PayChannel;
  readonly sourceId: string | null;
  readonly state: RefundState;
  readonly amountFen: number;
  readonly excessFen: number;
  readonly actorId: string | null;
  readonly actorName: string | null;
}

/** A refund to be made. */
export interface NewRefund {
  readonly from: Pick<Refundable, 'billId' | 'excessFen'> & { readonly paymentId: string | null };
  readonly channel: PayChannel;
  readonly sourceId: string | null;
  readonly amountFen: number;
  readonly lotId: string | null;
  readonly plate: string;
  readonly reason: string | null;
  readonly reviewId: string | null;
  readonly actor: { readonly id: string | null; readonly name: string };
}

/** Returns the payments of a subject, oldest first, with the part not yet refunded and not being refunded. */
export function findRefundable(tx: TenantTx, kind: string, subjectIds: readonly string[]): Promise<Refundable[]> {
  return tx.query<Refundable>(
    `select p.id as "paymentId", p.payment_no, a.bill_id, p.channel,
       p.source_id, p.paid_at, (a.applied_fen - back.applied)::bigint as "appliedFen",
       (a.asked_fen - a.applied_fen - back.excess)::bigint as "excessFen"
     from bill b
     join allocation a on a.tenant_id = b.tenant_id and a.bill_id = b.id
     join payment p on p.tenant_id = a.tenant_id and p.id = a.payment_id and p.state = 'succeeded'
     cross join lateral (
       select coalesce(sum(r.amount_fen - r.excess_fen), 0) as applied, coalesce(sum(r.excess_fen), 0) as excess
       from refund r where r.tenant_id = p.tenant_id and r.payment_id = p.id and r.bill_id = b.id
         and r.state in ('paying', 'succeeded')) back
     where b.tenant_id = $1 and b.kind = $2 and b.subject_id = any($3::uuid[]) and a.asked_fen > 0
     order by p.id`,
    [tx.tenantId, kind, subjectIds],
  );
}

/** Inserts a refund that is carried out by a provider later, or at once by `completeRefund`. */
export async function beginRefund(tx: TenantTx, given: NewRefund): Promise<Refund> {
  const { from, amountFen, lotId, plate, channel, sourceId, actor } = given;
  const refund: Refund = {
    id: tx.newId(),
    refundNo: await newPaymentNo(tx, lotId),
    paymentId: from.paymentId,
    billId: from.billId,
    lotId,
    plate,
    channel,
    sourceId,
    state: 'paying',
    amountFen,
    // The excess is refunded first.
    excessFen: Math.min(amountFen, from.excessFen),
    actorId: actor.id,
    actorName: actor.name,
  };
  await tx.query(
    `insert into refund (tenant_id, id, refund_no, payment_id, bill_id, lot_id, plate, channel, source_id, state, amount_fen,
       excess_fen, reason, review_id, actor_id, actor_name, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'paying', $10, $11, $12, $13, $14, $15, $16)`,
    [
      tx.tenantId,
      refund.id,
      refund.refundNo,
      refund.paymentId,
      refund.billId,
      lotId,
      plate,
      channel,
      sourceId,
      amountFen,
      refund.excessFen,
      given.reason,
      given.reviewId,
      actor.id,
      actor.name,
      tx.now,
    ],
  );
  return refund;
}

/** Books a completed refund on the bill, its subject and the ledger. The caller has locked the subject. */
export async function completeRefund(
  tx: TenantTx,
  { values, subject }: LockedSubject,
  refund: Refund,
  tradeNo: string | null = null,
): Promise<void> {
  const { id: refundId, billId, lotId, amountFen, excessFen } = refund;
  const appliedFen = amountFen - excessFen;
  await tx.query(
    `with back as (
       update bill set refunded_fen = refunded_fen + $5, updated_at = $3 where tenant_id = $1 and id = $6
     )
     update refund set state = 'succeeded', paid_at = $3, trade_no = $4 where tenant_id = $1 and id = $2`,
    [tx.tenantId, refundId, tx.now, tradeNo, appliedFen, billId],
  );
  const kind = billKind(tx, values.kind);
  const { refundNo, channel } = refund;
  await kind.refunded?.(tx, subject, { refundId, refundNo, channel, appliedFen, excessFen });
  await book(
    tx,
    [
      { ...kind.credit(values.subjectId), amountFen: appliedFen },
      { account: 'owed', party: '', amountFen: excessFen },
      { ...accountOf(refund.channel, refund), amountFen: -amountFen },
    ],
    { lotId, billId, paymentId: refund.paymentId, refundId },
  );
  emitRefund(tx, paymentRefunded, refund, values);
}

/** Applies what a provider reports about a refund, found by its number. A repeated report changes nothing. */
export async function settleRefund(
  tx: TenantTx,
  refundNo: string,
  outcome: 'success' | 'fail',
  tradeNo: string,
  amountFen: number,
  reason?: string,
): Promise<'done' | 'repeated' | 'unknown'> {
  const [found] = await tx.query<{ id: string; kind: string; subjectId: string; number: number }>(
    `select r.id, b.kind, b.subject_id, b.number
     from refund r join bill b on b.tenant_id = r.tenant_id and b.id = r.bill_id
     where r.tenant_id = $1 and r.refund_no = $2 and r.amount_fen = $3`,
    [tx.tenantId, refundNo, amountFen],
  );
  // The subject is locked before the refund, as everywhere.
  const kind = found ? billKind(tx, found.kind) : null;
  const locked = found && kind ? await kind.lock(tx, found.subjectId, found.number) : null;
  if (!found || !kind || !locked) return 'unknown';
  const [refund] = await tx.query<Refund>(
    `select id, refund_no, payment_id, bill_id, lot_id, plate,
       channel, source_id, state, amount_fen, excess_fen,
       actor_id, actor_name
     from refund where tenant_id = $1 and id = $2 for update`,
    [tx.tenantId, found.id],
  );
  if (refund!.state !== 'paying') return 'repeated';
  if (outcome === 'success') await completeRefund(tx, locked, refund!, tradeNo);
  else {
    await tx.query(`update refund set state = 'failed', trade_no = $3 where tenant_id = $1 and id = $2`, [
      tx.tenantId,
      found.id,
      tradeNo,
    ]);
    await kind.refundFailed?.(tx, locked.subject, refund!);
    emitRefund(tx, refundFailed, refund!, locked.values, { reason });
  }
  return 'done';
}

/** A part of a refund, and the payment it comes from. */
interface Part {
  readonly from: NewRefund['from'] & { readonly channel: PayChannel | null; readonly paymentNo: string | null };
  readonly amountFen: number;
}

/** Parts of an amount: from the newest payment that covers all of it, else from the newest ones in turn; the rest from none. */
async function partsOf(
  tx: TenantTx,
  values: BillValues,
  subjectIds: readonly string[],
  amountFen: number,
): Promise<Part[]> {
  const left = (await findRefundable(tx, values.kind, subjectIds)).filter((one) => one.appliedFen > 0).reverse();
  if (left.some((one) => one.channel === 'sandbox') && !(await isTrial(tx))) throw new Refusal(refundRefusal.simulated);
  const whole = left.find((one) => one.appliedFen >= amountFen);
  const parts: Part[] = [];
  let openFen = amountFen;
  for (const one of whole ? [whole] : left) {
    if (openFen === 0) break;
    const partFen = Math.min(openFen, one.appliedFen);
    parts.push({ from: { ...one, excessFen: 0 }, amountFen: partFen });
    openFen -= partFen;
  }
  if (openFen > 0) {
    const number = await nextBillNumber(tx, values.kind, values.subjectId);
    const { id: billId } = await setBill(tx, { ...values, number, grossFen: 0, reducedFen: 0 });
    const from = { paymentId: null, billId, excessFen: 0, channel: null, paymentNo: null };
    parts.push({ from, amountFen: openFen });
  }
  return parts;
}

/**
 * Refunds money of a subject that settled its bills: by hand, or each part as it was paid. A part that no payment covers is filed without
 * one, as a transfer where it is to go back as it was paid. The caller has locked the subject. Returns the refunds; those that a provider
 * carries out are not complete.
 */
export async function refundMoney(
  tx: TenantTx,
  locked: LockedSubject,
  given: Omit<NewRefund, 'from' | 'sourceId' | 'lotId' | 'plate' | 'channel'> & {
    readonly way: RefundWay;
    /** Takes the money of a refund off the subject. */
    readonly taken?: (refund: Refund) => Promise<unknown>;
    /** The subjects whose payments are refunded; by default the subject itself. */
    readonly subjectIds?: readonly string[];
  },
): Promise<Refund[]> {
  const { values } = locked;
  const { subjectIds = [values.subjectId], amountFen, way, taken, ...more } = given;
  const { lotId, plate } = values;
  const refunds: Refund[] = [];
  for (const part of await partsOf(tx, values, subjectIds, amountFen)) {
    const channel = way === 'origin' ? (part.from.channel ?? 'transfer') : way;
    const refund = await beginRefund(tx, { ...more, ...part, channel, sourceId: null, lotId, plate });
    await taken?.(refund);
    // A provider is asked once this is committed, and reports later.
    const { paymentNo } = part.from;
    if (providerOf(channel)) emitRefund(tx, refundStarted, refund, values, paymentNo ? { refundOf: paymentNo } : {});
    else await completeRefund(tx, locked, refund);
    refunds.push(refund);
  }
  return refunds;
}

/** Events of refunds are filed under the subject of the bill, so that its timeline shows them; their amounts are below zero. */
export function emitRefund(
  tx: TenantTx,
  type: typeof refundStarted | typeof paymentRefunded | typeof refundFailed,
  refund: Refund,
  bill: Pick<BillValues, 'kind' | 'subjectId'>,
  more: { readonly refundOf?: string; readonly reason?: string } = {},
): void {
  const subject = subjectField(tx, bill, refund.excessFen === refund.amountFen);
  // The reaction that asks the provider needs the start of every refund.
  if (!subject && type !== refundStarted) return;
  const { id: paymentId, refundNo: paymentNo, channel, plate, lotId } = refund;
  const amounts = { amountFen: -refund.amountFen, excessFen: -refund.excessFen };
  const data = {
    paymentId,
    paymentNo,
    ...subject,
    channel,
    plate,
    ...amounts,
    ...(more.refundOf ? { refundOf: more.refundOf } : {}),
    ...(more.reason ? { reason: more.reason.slice(0, REASON_LENGTH) } : {}),
  };
  tx.emit(type, { lotId, subjectId: bill.subjectId, data });
}
