import { coversLot, handle, notFound, serveReport } from '@boyun/kernel/server';
import type { TakeMethod } from '@boyun/money/contract';
import { subjectOf } from '../wallet/wallet.service.ts';
import { getTopUpOffer, topUpList, topUpWallet } from './top-up.contract.ts';
import { giftFor, topUp } from './top-up.service.ts';

const offerServer = handle(getTopUpOffer, async (tx, { walletId, amountFen }) => {
  const [row] = await tx.query<{ id: string; lotId: string; balanceFen: number }>(
    'select id, lot_id, balance_fen from wallet where tenant_id = $1 and id = $2',
    [tx.tenantId, walletId],
  );
  if (!row || !coversLot(tx.who, row.lotId)) throw notFound(tx.who, { zh: '钱包', en: 'Wallet' });
  const gift = await giftFor(tx, row, amountFen);
  return {
    giftFen: gift?.giftFen ?? 0,
    ruleName: gift?.name ?? null,
    validDays: gift?.validDays ?? null,
    balanceFen: row.balanceFen,
  };
});

const topUpServer = handle(topUpWallet, async (tx, { walletId, amountFen, method, note }, act) => {
  const { wallet, topUp: row, taken } = await topUp(tx, walletId, { amountFen, note, method: method as TakeMethod });
  const { giftFen } = row;
  const balanceFen = wallet.balanceFen + (taken.state === 'paid' ? amountFen + giftFen : 0);
  act.describe({
    ...subjectOf(wallet),
    before: { balanceFen: wallet.balanceFen },
    after: { balanceFen, amountFen, giftFen, method, paymentNo: taken.paymentNo, note },
  });
  return { ...taken, giftFen, balanceFen };
});

/** Top-ups of wallets. */
export const topUpServers = [offerServer, topUpServer];

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
