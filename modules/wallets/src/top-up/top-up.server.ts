import { channelOfCode } from '@boyun/domain/payment-code';
import { Refusal } from '@boyun/kernel/contract';
import {
  coversLot,
  handle,
  handleFreely,
  type Kernel,
  notFound,
  serveReport,
  type TenantTx,
  type Who,
} from '@boyun/kernel/server';
import { PayChannel } from '@boyun/money/contract';
import {
  chooseOutcome,
  follow,
  giveUp,
  openDesk,
  type PhoneChannel,
  phoneChannels,
  type StartedPayment,
  startWithProvider,
} from '@boyun/money/server';
import { requireWallet, subjectOf } from '../wallet/wallet.service.ts';
import {
  cancelTopUp,
  followTopUp,
  getTopUpOffer,
  PhoneTopUp,
  simulateTopUp,
  startTopUp,
  topUpList,
  topUpRefusal,
  topUpWallet,
} from './top-up.contract.ts';
import { beginTopUp, giftFor, topUpByHand } from './top-up.service.ts';

const isPhone = (one: PhoneChannel): one is PhoneChannel & { channel: PhoneTopUp } => one.channel in PhoneTopUp;

/** Returns the channel of a payment code, or the one that was chosen; trials simulate those they have not set up. */
async function channelFor(
  tx: TenantTx,
  lotId: string,
  { channel, authCode }: { readonly channel: PhoneTopUp | null; readonly authCode: string | null },
): Promise<PhoneChannel> {
  const wanted = authCode === null ? channel : channelOfCode(authCode);
  if (!wanted) throw new Refusal(topUpRefusal['no-channel']);
  const all = await phoneChannels(tx, lotId);
  const simulated = authCode === null ? undefined : all.find((one) => one.channel === 'sandbox');
  const found = all.find((one) => one.channel === wanted) ?? simulated;
  if (!found) throw new Refusal(topUpRefusal.off, { channel: PayChannel[wanted][tx.who.language] });
  return found;
}

const offerServer = handle(getTopUpOffer, async (tx, { walletId, amountFen }) => {
  const [row] = await tx.query<{ id: string; lotId: string; balanceFen: number }>(
    'select id, lot_id, balance_fen from wallet where tenant_id = $1 and id = $2',
    [tx.tenantId, walletId],
  );
  if (!row || !coversLot(tx.who, row.lotId)) throw notFound(tx.who, { zh: '钱包', en: 'Wallet' });
  const gift = await giftFor(tx, row, amountFen);
  const channels = (await phoneChannels(tx, row.lotId)).filter(isPhone).map((one) => one.channel);
  return {
    giftFen: gift?.giftFen ?? 0,
    ruleName: gift?.name ?? null,
    validDays: gift?.validDays ?? null,
    balanceFen: row.balanceFen,
    channels,
  };
});

const byHandServer = handle(topUpWallet, async (tx, { walletId, amountFen, method, note }, act) => {
  const { wallet, topUp, payment } = await topUpByHand(tx, walletId, { amountFen, note, channel: method });
  const { paymentNo } = payment;
  const { giftFen } = topUp;
  const balanceFen = wallet.balanceFen + amountFen + giftFen;
  act.describe({
    ...subjectOf(wallet),
    before: { balanceFen: wallet.balanceFen },
    after: { balanceFen, amountFen, giftFen, method, paymentNo, note },
  });
  return { paymentNo, giftFen, balanceFen };
});

const startServer = handleFreely(startTopUp, async (kernel, input, { who, address }) => {
  const { walletId, amountFen, authCode, note } = input;
  const { tenantId } = who!;
  const begun = await kernel.database.inTenant(who!, async (tx) => {
    const { lotId } = await requireWallet(tx, walletId, 'top-up');
    const by = await channelFor(tx, lotId, input);
    const scene = authCode === null ? 'driver-scan' : 'payment-code';
    const { wallet, topUp, payment } = await beginTopUp(tx, walletId, { amountFen, note, by, scene });
    const after = { amountFen, giftFen: topUp.giftFen, paymentNo: payment.paymentNo, channel: payment.channel };
    tx.audit({ action: startTopUp.audit!, ...subjectOf(wallet), after });
    return { id: payment.id, paymentNo: payment.paymentNo, giftFen: topUp.giftFen, title: `钱包充值 ${wallet.mobile}` };
  });
  const started = await startWithProvider(kernel, tenantId, begun.id, {
    title: begun.title,
    authCode: null,
    paymentCode: authCode,
    returnUrl: '',
    clientIp: address,
  });
  const state = authCode === null ? ('paying' as const) : await follow(kernel, tenantId, begun.id);
  const { paymentNo, giftFen } = begun;
  const code = started.kind === 'code' ? started.text : null;
  return { paymentNo, giftFen, state, step: code ? ('code' as const) : ('wait' as const), address: code };
});

/** Returns the payment of a top-up in a lot of the caller. */
async function requirePayment(tx: TenantTx, paymentNo: string): Promise<StartedPayment> {
  const [row] = await tx.query<StartedPayment & { lotId: string }>(
    `select p.id, p.payment_no, p.channel, p.scene, p.pay_channel_id, p.amount_fen, p.created_at, p.lot_id from payment_fact p
     join wallet_top_up t on t.tenant_id = p.tenant_id and t.payment_id = p.id
     where p.tenant_id = $1 and p.payment_no = $2`,
    [tx.tenantId, paymentNo],
  );
  if (!row || !coversLot(tx.who, row.lotId)) throw notFound(tx.who, { zh: '支付', en: 'Payment' });
  return row;
}

const find = (kernel: Kernel, who: Who, paymentNo: string) =>
  kernel.database.inTenant(who, (tx) => requirePayment(tx, paymentNo), { isRead: true });

const note = (kernel: Kernel, who: Who, action: string, { id, paymentNo }: StartedPayment) =>
  kernel.database.inTenant(who, async (tx) =>
    tx.audit({ action, subjectKind: 'payment', subjectId: id, subject: paymentNo }),
  );

const followServer = handleFreely(followTopUp, async (kernel, { paymentNo }, { who }) => {
  const { id } = await find(kernel, who!, paymentNo);
  return { state: await follow(kernel, who!.tenantId, id) };
});

const cancelServer = handleFreely(cancelTopUp, async (kernel, { paymentNo }, { who }) => {
  const { tenantId } = who!;
  const payment = await find(kernel, who!, paymentNo);
  const state = await follow(kernel, tenantId, payment.id);
  if (state !== 'paying') return { state };
  await giveUp(kernel, await openDesk(kernel, tenantId, payment), payment);
  await note(kernel, who!, cancelTopUp.audit!, payment);
  return { state: await follow(kernel, tenantId, payment.id) };
});

const simulateServer = handleFreely(simulateTopUp, async (kernel, { paymentNo }, { who }) => {
  const payment = await find(kernel, who!, paymentNo);
  if (payment.channel !== 'sandbox') throw new Refusal(topUpRefusal['not-simulated']);
  await note(kernel, who!, simulateTopUp.audit!, payment);
  await chooseOutcome(await openDesk(kernel, who!.tenantId, payment), payment, 'success');
  return {};
});

/** Top-ups of wallets, at the booth and by phone. */
export const topUpServers = [offerServer, byHandServer, startServer, followServer, cancelServer, simulateServer];

const leftOf = (kind: 'paid' | 'gift') => `coalesce((select p.left_fen from wallet_part p
  where p.tenant_id = t.tenant_id and p.top_up_id = t.id and p.kind = '${kind}'), 0)`;
const REFUNDED = `coalesce((select sum(r.amount_fen) from refund_fact r
  where r.tenant_id = t.tenant_id and r.payment_id = t.payment_id and r.state in ('paying', 'succeeded')), 0)::bigint`;

export const topUpListServer = serveReport(topUpList, {
  from: 'wallet_top_up',
  as: 't',
  joins: 'join wallet w on w.tenant_id = t.tenant_id and w.id = t.wallet_id',
  columnJoins: 'left join payment_fact p on p.tenant_id = t.tenant_id and p.id = t.payment_id',
  lot: 't.lot_id',
  own: 't.actor_id = ?',
  filters: { mobile: "w.mobile like '%' || ? || '%'" },
  period: 't.created_at',
  columns: {
    createdAt: 't.created_at',
    lotId: 't.lot_id',
    state: 't.state',
    mobile: 'w.mobile',
    holderName: 'w.holder_name',
    leftFen: leftOf('paid'),
    giftLeftFen: leftOf('gift'),
    refundedFen: REFUNDED,
    paymentNo: 'p.payment_no',
    channel: 't.channel',
    amountFen: 't.amount_fen',
    paidAt: 't.paid_at',
  },
  order: 't.created_at desc, t.id desc',
  totals: {
    amountFen: "case when t.state = 'succeeded' then t.amount_fen end",
    giftFen: "case when t.state = 'succeeded' then t.gift_fen end",
    refundedFen: REFUNDED,
  },
});
