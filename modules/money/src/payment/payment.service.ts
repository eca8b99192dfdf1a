import { zoneOfLot } from '@boyun/facilities/server';
import { type EmittedEvent, serialNumber, type TenantTx } from '@boyun/kernel/server';
import { setBill } from '../bill/bill.service.ts';
import { type BillValues, billKind, type LockedSubject, subjectField } from '../bill/bill-kind.service.ts';
import { type Channel, type Scene, sceneOf } from '../channel/channel.contract.ts';
import { accountOf, book, type Entry } from '../ledger/ledger.service.ts';
import { requireChannel } from '../pay-channel/pay-channel.service.ts';
import { REASON_LENGTH } from '../provider-fault/provider-fault.contract.ts';
import { paymentClosed, paymentFailed, paymentStarted, paymentSucceeded } from './payment-event.contract.ts';
import type { PaymentState } from './payment-state.contract.ts';

/** A payment as business sees it. */
export interface Payment {
  readonly id: string;
  readonly paymentNo: string;
  readonly lotId: string | null;
  readonly plate: string;
  readonly channel: Channel;
  readonly scene: Scene;
  readonly sourceId: string | null;
  readonly actorId: string | null;
  readonly state: PaymentState;
  readonly amountFen: number;
}

/** A bill included in a payment, with the amount asked for it. */
export interface PaidItem extends LockedSubject {
  readonly askedFen: number;
}

/** A payment to be made: its channel and its bills; the first is the bill it is started for. */
export interface NewPayment {
  readonly channel: Channel;
  readonly scene?: Scene;
  /** The configured channel whose merchant takes it, where a provider does. */
  readonly payChannelId?: string | null;
  /** The card or the wallet it is paid from. */
  readonly sourceId?: string | null;
  readonly items: readonly PaidItem[];
  /** The account that takes it, where that is not the caller. */
  readonly actor?: { readonly id: string | null; readonly name: string };
  /** When the money was received, where that was before it is booked. */
  readonly paidAt?: Date;
  /** The numbers of a payment that a provider collected unknown to us: ours in its books, and its own. */
  readonly collected?: { readonly paymentNo: string; readonly tradeNo: string };
}

interface Line {
  readonly billId: string;
  readonly values: BillValues;
  readonly subject: unknown;
  readonly askedFen: number;
  /** The amount due of the bill, in fen. */
  readonly dueFen: number;
}

const COLUMNS = `id, payment_no, lot_id, plate, channel, scene, source_id,
  actor_id, state, amount_fen`;

/** Returns a number for a payment or refund in a lot. */
export async function newPaymentNo(tx: TenantTx, lotId: string | null): Promise<string> {
  return serialNumber('Z', tx.now, await zoneOfLot(tx, lotId), { digits: 10, isTimed: true });
}

/** Books money received at once, or found in a provider's bill, for bills whose subjects the caller has locked. Refuses a channel that is not in use. */
export async function payNow(tx: TenantTx, given: NewPayment): Promise<Payment> {
  if (given.channel === 'cash') await requireChannel(tx, given.items[0]!.values.lotId, 'cash');
  const { payment, lines } = await insertPayment(tx, given);
  await succeed(tx, payment, lines, given.collected?.tradeNo ?? null, given.paidAt);
  return payment;
}

/** Starts an electronic payment of bills whose subjects the caller has locked; they stay locked for others until `until`. */
export async function beginPayment(tx: TenantTx, given: NewPayment, until: Date): Promise<Payment> {
  const { payment, lines } = await insertPayment(tx, given);
  await tx.query('update bill set locked_until = $3 where tenant_id = $1 and id = any($2::uuid[])', [
    tx.tenantId,
    lines.map((one) => one.billId),
    until,
  ]);
  for (const { values, subject } of lines) await billKind(tx, values.kind).begun?.(tx, subject, until);
  emitPayment(tx, paymentStarted, payment, lines[0]!);
  return payment;
}

/**
 * Settles a payment, found by its number, with the outcome its provider reports. A success is booked whatever came before
 * it: after a failure or a timeout the money has still arrived, and the part its bills no longer owe becomes an excess
 * that can be refunded. Any other notice of a finished payment is `repeated` and changes nothing; an unknown number or
 * another amount is `unknown`.
 */
export async function settlePayment(
  tx: TenantTx,
  paymentNo: string,
  outcome: 'success' | 'fail',
  tradeNo: string,
  amountFen: number,
  reason?: string,
): Promise<'done' | 'repeated' | 'unknown'> {
  const [found] = await tx.query<Payment>(`select ${COLUMNS} from payment where tenant_id = $1 and payment_no = $2`, [
    tx.tenantId,
    paymentNo,
  ]);
  if (!found || found.amountFen !== amountFen) return 'unknown';
  const locked = await lockPayment(tx, found.id);
  if (!locked) return 'unknown';
  const { payment, items } = locked;
  if (payment.state === 'succeeded') return 'repeated';
  if (outcome === 'success') {
    await succeed(tx, payment, await setBills(tx, items), tradeNo);
    return 'done';
  }
  if (payment.state !== 'paying') return 'repeated';
  await end(tx, payment, items, 'failed', reason);
  return 'done';
}

/** How long after a payment was closed its provider is first asked whether its money came after all. */
const FIRST_ASKED_MS = 60_000;

/**
 * Closes a payment that was not finished in time and frees its bills. A late success is still taken afterwards; where it is left `open` at
 * its provider, that is asked about it.
 */
export async function closePayment(tx: TenantTx, paymentId: string, left?: 'stopped' | 'open'): Promise<void> {
  const locked = await lockPayment(tx, paymentId);
  if (locked?.payment.state !== 'paying') return;
  await end(tx, locked.payment, locked.items, 'closed');
  if (left !== 'open') return;
  const askAt = new Date(tx.now.getTime() + FIRST_ASKED_MS);
  await tx.query('update payment set ask_at = $3 where tenant_id = $1 and id = $2', [tx.tenantId, paymentId, askAt]);
}

/** Sets the channel fee of a payment to the fee on the channel's bill. */
export async function setChannelFee(tx: TenantTx, paymentId: string, feeFen: number): Promise<void> {
  await tx.query('update payment set channel_fee_fen = $3 where tenant_id = $1 and id = $2', [
    tx.tenantId,
    paymentId,
    feeFen,
  ]);
}

/** A payment with its bills. Subjects are locked before the payment, everywhere, so that two notices and a cashier never deadlock. */
async function lockPayment(tx: TenantTx, id: string): Promise<{ payment: Payment; items: PaidItem[] } | null> {
  const rows = await tx.query<{ kind: string; subjectId: string; number: number; askedFen: number }>(
    `select b.kind, b.subject_id, b.number, a.asked_fen
     from allocation a join bill b on b.tenant_id = a.tenant_id and b.id = a.bill_id
     where a.tenant_id = $1 and a.payment_id = $2 order by a.number`,
    [tx.tenantId, id],
  );
  const items: PaidItem[] = [];
  for (const { kind, subjectId, number, askedFen } of rows) {
    const locked = await billKind(tx, kind).lock(tx, subjectId, number);
    if (locked) items.push({ ...locked, askedFen });
  }
  const [payment] = await tx.query<Payment>(
    `select ${COLUMNS} from payment where tenant_id = $1 and id = $2 for update`,
    [tx.tenantId, id],
  );
  return payment && items.length > 0 ? { payment, items } : null;
}

/** Sets the bills to the current amounts of their subjects. */
async function setBills(tx: TenantTx, items: readonly PaidItem[]): Promise<Line[]> {
  const lines: Line[] = [];
  for (const item of items) {
    const { id: billId, dueFen } = await setBill(tx, item.values);
    lines.push({ ...item, billId, dueFen });
  }
  return lines;
}

async function insertPayment(tx: TenantTx, given: NewPayment): Promise<{ payment: Payment; lines: Line[] }> {
  const { channel, items, actor } = given;
  const lines = await setBills(tx, items);
  const own = items[0]!.values;
  const payment: Payment = {
    id: tx.newId(),
    paymentNo: given.collected?.paymentNo ?? (await newPaymentNo(tx, own.lotId)),
    lotId: own.lotId,
    plate: own.plate,
    channel,
    scene: given.scene ?? sceneOf(channel),
    sourceId: given.sourceId ?? null,
    actorId: actor ? actor.id : tx.who.userId,
    state: 'paying',
    amountFen: items.reduce((sum, one) => sum + one.askedFen, 0),
  };
  await tx.query(
    `insert into payment (tenant_id, id, payment_no, bill_id, lot_id, plate, channel, scene, source_id, state, amount_fen,
       actor_id, actor_name, created_at, pay_channel_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'paying', $10, $11, $12, $13, $14)`,
    [
      tx.tenantId,
      payment.id,
      payment.paymentNo,
      lines[0]!.billId,
      payment.lotId,
      payment.plate,
      channel,
      payment.scene,
      payment.sourceId,
      payment.amountFen,
      payment.actorId,
      actor ? (actor.id ? actor.name : null) : tx.who.kind === 'user' ? tx.who.name : null,
      tx.now,
      given.payChannelId ?? null,
    ],
  );
  await tx.query(
    `insert into allocation (tenant_id, payment_id, bill_id, number, asked_fen)
     select $1, $2, l.bill, l.number - 1, l.asked from unnest($3::uuid[], $4::bigint[]) with ordinality as l(bill, asked, number)`,
    [tx.tenantId, payment.id, lines.map((one) => one.billId), lines.map((one) => one.askedFen)],
  );
  return { payment, lines };
}

/** Books received money on its bills, their subjects and the ledger; the part that was not owed is an excess. */
async function succeed(
  tx: TenantTx,
  payment: Payment,
  lines: readonly Line[],
  tradeNo: string | null,
  paidAt: Date = tx.now,
): Promise<void> {
  const put = lines.map((line) => {
    const appliedFen = Math.min(line.askedFen, Math.max(0, line.dueFen));
    return { ...line, appliedFen, excessFen: line.askedFen - appliedFen };
  });
  const excessFen = put.reduce((sum, one) => sum + one.excessFen, 0);
  const events: EmittedEvent[] = [];
  for (const { values, subject, appliedFen, excessFen: over } of put) {
    const { id: paymentId, paymentNo, channel, scene } = payment;
    const settlement = { paymentId, paymentNo, channel, scene, paidAt, appliedFen, excessFen: over };
    const event = await billKind(tx, values.kind).settled?.(tx, subject, settlement);
    if (event) events.push(event);
  }
  await writeSuccess(tx, payment, put, { excessFen, tradeNo, paidAt });
  const entries: Entry[] = [
    { ...accountOf(payment.channel, payment), amountFen: payment.amountFen },
    ...put.flatMap(({ billId, values: { lotId }, appliedFen, excessFen: over }): Entry[] => [
      { account: 'receivable', party: '', amountFen: -appliedFen, billId, lotId },
      { account: 'owed', party: '', amountFen: -over, billId, lotId },
    ]),
  ];
  const own = put[0]!;
  await book(tx, entries, { lotId: payment.lotId, billId: own.billId, paymentId: payment.id });
  emitPayment(tx, paymentSucceeded, payment, own, { excessFen, at: paidAt });
  for (const event of events) tx.emit(event);
  if (excessFen > 0)
    await billKind(tx, own.values.kind).overpaid?.(tx, own.subject, {
      paymentNo: payment.paymentNo,
      scene: payment.scene,
      excessFen,
    });
}

/** Writes allocations, bills and the payment with what its channel charges. */
async function writeSuccess(
  tx: TenantTx,
  payment: Payment,
  put: readonly { readonly billId: string; readonly appliedFen: number }[],
  done: { readonly excessFen: number; readonly tradeNo: string | null; readonly paidAt: Date },
): Promise<void> {
  await tx.query(
    `with put as (select * from unnest($3::uuid[], $4::bigint[]) as p(bill, applied)),
     paid as (
       update bill b set paid_fen = b.paid_fen + p.applied, locked_until = null, updated_at = $5
       from put p where b.tenant_id = $1 and b.id = p.bill
     )
     update allocation a set applied_fen = p.applied
     from put p where a.tenant_id = $1 and a.payment_id = $2 and a.bill_id = p.bill`,
    [tx.tenantId, payment.id, put.map((one) => one.billId), put.map((one) => one.appliedFen), tx.now],
  );
  await tx.query(
    `update payment p set state = 'succeeded', excess_fen = $3, paid_at = $4, trade_no = $5, channel_fee_fen = coalesce(
       (select round(p.amount_fen * c.fee_percent / 100)::bigint from pay_channel c
        where c.tenant_id = p.tenant_id and c.channel = p.channel
          and (c.id = p.pay_channel_id or p.pay_channel_id is null and (c.lot_id = p.lot_id or c.lot_id is null))
        order by c.lot_id nulls last, c.is_enabled desc limit 1), 0)
     where p.tenant_id = $1 and p.id = $2`,
    [tx.tenantId, payment.id, done.excessFen, done.paidAt, done.tradeNo],
  );
}

async function end(
  tx: TenantTx,
  payment: Payment,
  items: readonly PaidItem[],
  state: 'failed' | 'closed',
  reason?: string,
): Promise<void> {
  await tx.query('update payment set state = $3 where tenant_id = $1 and id = $2', [tx.tenantId, payment.id, state]);
  await tx.query(
    `update bill b set locked_until = null from allocation a
     where a.tenant_id = $1 and a.payment_id = $2 and b.tenant_id = a.tenant_id and b.id = a.bill_id`,
    [tx.tenantId, payment.id],
  );
  for (const { values, subject } of items) await billKind(tx, values.kind).ended?.(tx, subject);
  emitPayment(tx, state === 'failed' ? paymentFailed : paymentClosed, payment, items[0]!, { reason });
}

/** Events of payments are filed under the subject of the bill they were started for, so that its timeline shows them. */
function emitPayment(
  tx: TenantTx,
  type: typeof paymentStarted | typeof paymentSucceeded | typeof paymentFailed | typeof paymentClosed,
  payment: Payment,
  { values }: { readonly values: BillValues },
  { excessFen = 0, reason, at }: { readonly excessFen?: number; readonly reason?: string; readonly at?: Date } = {},
): void {
  const subject = subjectField(tx, values, excessFen === payment.amountFen);
  if (!subject) return;
  const { id: paymentId, paymentNo, channel, scene, amountFen, plate, lotId } = payment;
  const data = { paymentId, paymentNo, ...subject, channel, scene, amountFen, plate, excessFen };
  const why = reason ? { reason: reason.slice(0, REASON_LENGTH) } : {};
  tx.emit(type, { lotId, subjectId: values.subjectId, ...(at ? { at } : {}), data: { ...data, ...why } });
}
