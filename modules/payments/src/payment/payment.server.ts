import { payeeOf, requireLot } from '@boyun/facilities/server';
import { byPlate, handle, handleFreely, joined, serveReport, sql, type TenantTx } from '@boyun/kernel/server';
import { billPurposes, PayChannel } from '@boyun/money/contract';
import {
  chooseOutcome,
  findMoneyOf,
  findPaying,
  isTrial,
  openDesk,
  type PurchaseRow,
  phoneChannels,
} from '@boyun/money/server';
import { feeLinesOf, offersInvoice, priceOrder, reductionsOf, requireOrder, STAY } from '@boyun/orders/server';
import { debtsAskedWith } from './debt.service.ts';
import { type Asked, holding } from './holder.service.ts';
import { canUseCoupon } from './pay-coupon.server.ts';
import { findByCode, requirePayable } from './payable.service.ts';
import { collectCash, getPayPage, paymentList, paySandbox } from './payment.contract.ts';
import { requireUnclaimed, takeCash } from './payment.service.ts';

export const collectCashServer = handle(collectCash, async (tx, { orderId, amountFen, isDespiteClaim }, act) => {
  const order = await requireOrder(tx, orderId);
  await requireUnclaimed(tx, order.id, isDespiteClaim);
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

/** What reduces a fee, as its driver sees it; to a stranger the sum alone. */
function shownReductions(all: readonly { amountFen: number; zh: string; en: string }[], isStranger: boolean) {
  const sumFen = all.reduce((sum, one) => sum + one.amountFen, 0);
  if (isStranger) return sumFen > 0 ? [{ amountFen: sumFen, zh: '优惠', en: 'Reductions' }] : [];
  return all.map(({ amountFen, zh, en }) => ({ amountFen, zh, en }));
}

/** The ways to pay by phone in a lot, or to the tenant itself. */
async function waysOf(tx: TenantTx, lotId: string | null) {
  const channels = await phoneChannels(tx, lotId);
  const wechat = channels.find((one) => one.channel === 'wechat');
  return {
    canPay: channels.length > 0,
    canPaySandbox: channels.some((one) => one.channel === 'sandbox'),
    canPayAlipay: channels.some((one) => one.channel === 'alipay'),
    canPayUnionpay: channels.some((one) => one.channel === 'unionpay'),
    canPayWechat: wechat !== undefined,
    wechatApp: wechat?.app ?? null,
    isTrial: await isTrial(tx),
  };
}

/** The payments of a stay or a purchase that arrived. */
async function receiptOf(tx: TenantTx, kind: string, subjectId: string, number?: number) {
  const all = await findMoneyOf(tx, kind, subjectId, number);
  return all
    .filter((one) => one.amountFen > 0 && one.paidAt !== null)
    .map(({ paymentNo, channel, amountFen, paidAt }) => {
      const { zh, en } = PayChannel[channel as PayChannel] ?? { zh: channel, en: channel };
      return { paymentNo, zh, en, amountFen, paidAt: paidAt! };
    });
}

async function entryPictureOf(tx: TenantTx, orderId: string): Promise<string | null> {
  const [row] = await tx.query<{ entryPicture: string | null }>(
    'select entry_picture from stay_fact where tenant_id = $1 and id = $2',
    [tx.tenantId, orderId],
  );
  return row?.entryPicture ?? null;
}

/** What the page of a stay shows. */
async function stayPage(tx: TenantTx, { order, isStranger }: Asked) {
  const lot = await requireLot(tx, order.lotId);
  const quote = order.parkingState === 'inside' ? await priceOrder(tx, order, tx.now, lot.timeZone) : null;
  const debtFen = (await debtsAskedWith(tx, order, isStranger)).sumFen;
  const lines = isStranger ? [] : (quote?.lines ?? (await feeLinesOf(tx, order.id)));
  const until = order.leftAt ?? tx.now;
  return {
    lotName: lot.name,
    plate: order.plate,
    isStranger,
    enteredAt: isStranger ? null : order.enteredAt,
    entryPictureUrl: isStranger ? null : await entryPictureOf(tx, order.id),
    parkedMinutes: Math.max(0, Math.floor((until.getTime() - order.enteredAt.getTime()) / 60_000)),
    feeFen: quote?.feeFen ?? order.feeFen,
    feeLines: lines.slice(-MOST_LINES).map(({ fromMs, toMs, amountFen, zh, en }) => ({
      from: new Date(fromMs),
      to: new Date(toMs),
      amountFen,
      zh,
      en,
    })),
    isCut: lines.length > MOST_LINES,
    reductions: shownReductions(quote?.reductions ?? (await reductionsOf(tx, order.id)), isStranger),
    paidFen: order.paidFen,
    debtFen,
    dueFen: Math.max(0, quote?.dueFen ?? order.dueFen) + debtFen,
    payments: isStranger ? [] : await receiptOf(tx, STAY, order.id),
    state: order.parkingState === 'void' ? 'void' : order.payState,
    graceUntil: order.graceUntil,
    feedbackCode: isStranger ? null : order.payCode,
    timeZone: lot.timeZone,
    canUseCoupon: await canUseCoupon(tx, order),
    purchase: null,
    canInvoice: !isStranger && (await offersInvoice(tx, order.lotId)),
    ...(await waysOf(tx, order.lotId)),
  };
}

/** What the page of a purchase shows. */
async function purchasePage(tx: TenantTx, row: PurchaseRow) {
  const { kind, subjectId, number, lotId, amountFen, words, state, validUntil } = row;
  const payee = await payeeOf(tx, lotId);
  const isPaying = state === 'open' && (await findPaying(tx, row)) !== null;
  const payments = (await receiptOf(tx, kind, subjectId, number)).filter(() => state === 'paid');
  return {
    ...NO_STAY,
    lotName: payee.name,
    timeZone: payee.timeZone,
    feeFen: amountFen,
    paidFen: state === 'paid' ? amountFen : 0,
    dueFen: state === 'paid' ? 0 : amountFen,
    payments,
    state: isPaying ? 'paying' : state === 'open' && validUntil <= tx.now ? 'closed' : state,
    purchase: {
      titleZh: words.title.zh,
      titleEn: words.title.en,
      validUntil,
      lines: words.lines.map(({ label, text }) => ({
        labelZh: label.zh,
        labelEn: label.en,
        textZh: text.zh,
        textEn: text.en,
      })),
    },
    ...(await waysOf(tx, lotId)),
  };
}

/** What the page of a purchase leaves out. */
const NO_STAY = {
  plate: '',
  isStranger: false,
  enteredAt: null,
  entryPictureUrl: null,
  parkedMinutes: 0,
  feeLines: [],
  isCut: false,
  reductions: [],
  debtFen: 0,
  graceUntil: null,
  feedbackCode: null,
  canUseCoupon: false,
  canInvoice: false,
};

export const getPayPageServer = handleFreely(getPayPage, (kernel, { code }, { language }) =>
  holding(kernel, code, language, async (tx) => {
    const found = await findByCode(tx, code, false);
    return found.stay ? stayPage(tx, found.stay) : purchasePage(tx, found.purchase);
  }),
);

export const paySandboxServer = handleFreely(paySandbox, async (kernel, { code, outcome }, { language }) => {
  const { tenantId, ...payment } = await holding(kernel, code, language, async (tx) => {
    const { subject, begin } = await requirePayable(tx, code, true);
    const { paymentNo, amountFen } = await begin({ channel: 'sandbox' });
    tx.audit({ action: paySandbox.audit!, ...subject, after: { amountFen, paymentNo } });
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
    isRefund: 'm.is_refund = ?',
    isCash: "(m.channel = 'cash') = ?",
    isArrears: `(not m.is_refund and exists (select from stay_fact o where o.tenant_id = m.tenant_id and b.kind = 'stay'
      and o.id = b.subject_id and o.left_at < m.paid_at)) = ?`,
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
    receivedFen: "case when m.state = 'succeeded' and b.kind not in ('card', 'wallet') then m.amount_fen end",
    simulatedFen: "case when m.state = 'succeeded' and m.channel = 'sandbox' then m.amount_fen end",
    cardFen: "case when m.state = 'succeeded' and m.channel in ('card', 'balance') then m.amount_fen end",
  },
}));
