import { requireLot } from '@boyun/facilities/server';
import { Refusal } from '@boyun/kernel/contract';
import { byPlate, handle, handleFreely, joined, serveReport, sql, type TenantTx } from '@boyun/kernel/server';
import { billPurposes } from '@boyun/money/contract';
import { chooseOutcome, isTrial, openDesk, phoneChannels } from '@boyun/money/server';
import { feeLinesOf, priceOrder, reductionsOf, requireOrder } from '@boyun/orders/server';
import { debtsAskedWith } from './debt.service.ts';
import { findAsked, holding } from './holder.service.ts';
import { collectCash, getPayPage, paymentList, paymentRefusal, paySandbox } from './payment.contract.ts';
import { carClaim, startPayment, takeCash } from './payment.service.ts';

export const collectCashServer = handle(collectCash, async (tx, { orderId, amountFen, isDespiteClaim }, act) => {
  const order = await requireOrder(tx, orderId);
  const colleague = isDespiteClaim ? null : await tx.slots.find(carClaim)?.(tx, order.id);
  if (colleague) throw new Refusal(paymentRefusal.claimed, { name: colleague });
  const payment = await takeCash(tx, order, amountFen);
  act.describe({
    subjectKind: 'order',
    subjectId: order.id,
    subject: `${order.orderNo} ${order.plate}`,
    after: { amountFen, paymentNo: payment.paymentNo },
  });
  return { paymentNo: payment.paymentNo };
});

/** Lines of a fee that the driver's page shows at most. */
const MOST_LINES = 100;

export const getPayPageServer = handleFreely(getPayPage, (kernel, { code }, { language }) =>
  holding(kernel, code, language, async (tx) => {
    const order = await findAsked(tx, code, false);
    const lot = await requireLot(tx, order.lotId);
    const quote = order.parkingState === 'inside' ? await priceOrder(tx, order, tx.now, lot.timeZone) : null;
    const debtFen = (await debtsAskedWith(tx, order)).sumFen;
    const channels = await phoneChannels(tx, order.lotId);
    const lines = quote?.lines ?? (await feeLinesOf(tx, order.id));
    const wechat = channels.find((one) => one.channel === 'wechat');
    return {
      lotName: lot.name,
      plate: order.plate,
      enteredAt: order.enteredAt,
      feeFen: quote?.feeFen ?? order.feeFen,
      feeLines: lines.slice(-MOST_LINES).map(({ fromMs, toMs, amountFen, zh, en }) => ({
        from: new Date(fromMs),
        to: new Date(toMs),
        amountFen,
        zh,
        en,
      })),
      isCut: lines.length > MOST_LINES,
      reductions: (quote?.reductions ?? (await reductionsOf(tx, order.id))).map(({ amountFen, zh, en }) => ({
        amountFen,
        zh,
        en,
      })),
      paidFen: order.paidFen,
      debtFen,
      dueFen: Math.max(0, quote?.dueFen ?? order.dueFen) + debtFen,
      state: order.parkingState === 'void' ? 'void' : order.payState,
      graceUntil: order.graceUntil,
      feedbackCode: order.payCode,
      timeZone: lot.timeZone,
      canPay: channels.length > 0,
      canPaySandbox: channels.some((one) => one.channel === 'sandbox'),
      canPayAlipay: channels.some((one) => one.channel === 'alipay'),
      canPayUnionpay: channels.some((one) => one.channel === 'unionpay'),
      canPayWechat: wechat !== undefined,
      wechatApp: wechat?.app ?? null,
      isTrial: await isTrial(tx),
    };
  }),
);

export const paySandboxServer = handleFreely(paySandbox, async (kernel, { code, outcome }, { language }) => {
  const { tenantId, ...payment } = await holding(kernel, code, language, async (tx) => {
    const order = await findAsked(tx, code, true);
    const { paymentNo, amountFen } = await startPayment(tx, order);
    tx.audit({
      action: paySandbox.audit!,
      subjectKind: 'order',
      subjectId: order.id,
      subject: `${order.orderNo} ${order.plate}`,
      after: { amountFen, paymentNo },
    });
    return { tenantId: tx.tenantId, paymentNo, amountFen };
  });
  await chooseOutcome(await openDesk(kernel, tenantId, { channel: 'sandbox', payChannelId: null }), payment, outcome);
  return payment;
});

/** The purpose of a row of the list, by the kind of its bill. */
function purposeOf({ slots }: TenantTx) {
  const names = slots.all(billPurposes).map(({ kind, name }) => sql`when ${kind} then ${name}`);
  return sql`case b.kind ${joined(names, ' ')} end || case when m.is_refund then '-refund' else '' end`;
}

/** The condition for rows of one purpose, by plain columns: of payments and refunds only one table is read. */
function hasPurpose({ slots }: Pick<TenantTx, 'slots'>, purpose: string) {
  const all = slots.all(billPurposes);
  const paid = all.find(({ name }) => name === purpose);
  const kind = (paid ?? all.find(({ name }) => `${name}-refund` === purpose))!.kind;
  return paid ? sql`b.kind = ${kind} and not m.is_refund` : sql`b.kind = ${kind} and m.is_refund`;
}

export const paymentListServer = serveReport(paymentList, ({ tx }) => ({
  from: 'money_fact',
  as: 'm',
  joins: 'left join bill_fact b on b.tenant_id = m.tenant_id and b.id = m.bill_id',
  lot: 'm.lot_id',
  own: 'm.actor_id = ?',
  filters: {
    plate: byPlate('m.plate'),
    purpose: (purpose) => hasPurpose(tx, String(purpose)),
    isToRedo: '(m.id in (select x.id from refund_to_redo_fact x where x.tenant_id = m.tenant_id)) = ?',
  },
  period: 'm.created_at',
  columns: {
    paymentNo: 'm.number',
    purpose: purposeOf(tx),
    orderId: "case when b.kind = 'stay' then b.subject_id end",
    packId: "case when b.kind = 'pack' then b.subject_id end",
    cardNo: `(select c.card_no from card c where c.tenant_id = m.tenant_id
      and c.id = coalesce(m.source_id, case when b.kind = 'card' then b.subject_id end))`,
    plateColor: `coalesce((select o.plate_color from stay_fact o
      where o.tenant_id = m.tenant_id and b.kind = 'stay' and o.id = b.subject_id), 0)`,
  },
  order: 'm.created_at desc, m.id desc',
  totals: {
    amountFen: "case when m.state = 'succeeded' then m.amount_fen end",
    receivedFen: "case when m.state = 'succeeded' and b.kind <> 'card' then m.amount_fen end",
    simulatedFen: "case when m.state = 'succeeded' and m.channel = 'sandbox' then m.amount_fen end",
    cardFen: "case when m.state = 'succeeded' and m.channel = 'card' then m.amount_fen end",
  },
}));
