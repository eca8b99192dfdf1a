import { requireLot } from '@boyun/facilities/server';
import { type Language, Refusal } from '@boyun/kernel/contract';
import {
  answer,
  asHolder,
  handle,
  handleFreely,
  type Kernel,
  lotCondition,
  sizeOf,
  type TenantTx,
} from '@boyun/kernel/server';
import { findByPayCode, type ParkingOrder, priceOrder, requireOrder } from '@boyun/orders/server';
import { codeOfReminder } from '../arrears/reminder.service.ts';
import { isTrial, takesPhonePayments } from '../pay-channel/pay-channel.service.ts';
import { askSandbox } from '../sandbox/sandbox.service.ts';
import { debtsAskedWith } from './debt.service.ts';
import { collectCash, getPayPage, paymentList, paymentRefusal, paySandbox } from './payment.contract.ts';
import { startPayment, takeCash } from './payment.service.ts';

export const collectCashServer = handle(collectCash, async (tx, { orderId, amountFen }, act) => {
  const order = await requireOrder(tx, orderId);
  const payment = await takeCash(tx, order, amountFen);
  act.describe({
    subjectKind: 'order',
    subjectId: order.id,
    subject: `${order.orderNo} ${order.plate}`,
    after: { amountFen, paymentNo: payment.paymentNo },
  });
  return { paymentNo: payment.paymentNo };
});

/** The payments of an order, oldest first. */
export function findPayments(tx: TenantTx, orderId: string) {
  return tx.query<{
    id: string;
    paymentNo: string;
    channel: string;
    state: string;
    amountFen: number;
    excessFen: number;
    actorName: string | null;
    createdAt: Date;
    paidAt: Date | null;
  }>(
    `select id, payment_no as "paymentNo", channel, state, amount_fen as "amountFen", excess_fen as "excessFen",
       actor_name as "actorName", created_at as "createdAt", paid_at as "paidAt"
     from payment where tenant_id = $1 and (order_id = $2 or id in (
       select payment_id from payment_debt where tenant_id = $1 and order_id = $2)) order by id`,
    [tx.tenantId, orderId],
  );
}

const holding = <T>(kernel: Kernel, code: string, language: Language, work: (tx: TenantTx) => Promise<T>) =>
  asHolder(kernel, code, { name: 'driver', unknown: paymentRefusal['unknown-code'], language }, work);

/** The order a code names: its own, or that of a reminder, which stands for everything its plate owes. */
async function findAsked(tx: TenantTx, code: string, isLocked: boolean): Promise<ParkingOrder> {
  const own = await findByPayCode(tx, code, isLocked);
  const ownCode = own ? null : await codeOfReminder(tx, code);
  const order = own ?? (ownCode && (await findByPayCode(tx, ownCode, isLocked)));
  if (!order) throw new Refusal(paymentRefusal['unknown-code']);
  return order;
}

export const getPayPageServer = handleFreely(getPayPage, (kernel, { code }, { language }) =>
  holding(kernel, code, language, async (tx) => {
    const order = await findAsked(tx, code, false);
    const lot = await requireLot(tx, order.lotId);
    const quote = order.parkingState === 'inside' ? await priceOrder(tx, order, tx.now, lot.timeZone) : null;
    const debtFen = (await debtsAskedWith(tx, order)).sumFen;
    return {
      lotName: lot.name,
      plate: order.plate,
      enteredAt: order.enteredAt,
      feeFen: quote?.feeFen ?? order.feeFen,
      paidFen: order.paidFen,
      debtFen,
      dueFen: Math.max(0, quote?.dueFen ?? order.dueFen) + debtFen,
      state: order.parkingState === 'void' ? 'void' : order.payState,
      graceUntil: order.graceUntil,
      feedbackCode: order.payCode,
      timeZone: lot.timeZone,
      canPay: await takesPhonePayments(tx, order.lotId),
      isTrial: await isTrial(tx),
    };
  }),
);

export const paySandboxServer = handleFreely(paySandbox, (kernel, { code, outcome }, { language }) =>
  holding(kernel, code, language, async (tx) => {
    const order = await findAsked(tx, code, true);
    const payment = await startPayment(tx, order);
    await askSandbox(tx, kernel, payment, outcome);
    tx.audit({
      action: paySandbox.audit!,
      subjectKind: 'order',
      subjectId: order.id,
      subject: `${order.orderNo} ${order.plate}`,
      after: { amountFen: payment.amountFen, paymentNo: payment.paymentNo },
    });
    return { paymentNo: payment.paymentNo, amountFen: payment.amountFen };
  }),
);

export const paymentListServer = answer(paymentList, async (tx, filters, paging) => {
  const conditions = lotCondition(tx.who, 'payment')
    .own(tx.who, 'actor_id = ?')
    .add('lot_id = ?', filters.lotId)
    .plate('plate', filters.plate)
    .add('channel = ?', filters.channel)
    .add('state = ?', filters.state)
    .add('purpose = ?', filters.purpose)
    .add('created_at >= ?', filters.from)
    .add('created_at <= ?', filters.to);
  const size = await sizeOf(tx, 'payment', conditions, {
    amountFen: "case when state = 'succeeded' then amount_fen end",
    receivedFen: "case when state = 'succeeded' and purpose not in ('card', 'card-refund') then amount_fen end",
    simulatedFen: "case when state = 'succeeded' and channel = 'sandbox' then amount_fen end",
    cardFen: "case when state = 'succeeded' and channel = 'card' then amount_fen end",
  });
  const rows = await tx.query<Record<string, never>>(
    `select id, payment_no as "paymentNo", created_at as "createdAt", lot_id as "lotId", purpose, order_id as "orderId",
       pack_id as "packId", (select c.card_no from card c where c.tenant_id = payment.tenant_id and c.id = payment.card_id) as "cardNo",
       plate,
       coalesce((select o.plate_color from parking_order o where o.tenant_id = payment.tenant_id and o.id = payment.order_id), 0)
         as "plateColor",
       channel, state, amount_fen as "amountFen", excess_fen as "excessFen", actor_name as "actorName", paid_at as "paidAt"
     from payment where ${conditions.sql} order by created_at desc, id desc`,
    conditions.values,
    paging,
  );
  return { rows, ...size };
});
