import { paymentRefunded, paymentSucceeded } from '@boyun/money/contract';
import { cardRecharged, cardRefunded } from '@boyun/payments/contract';
import { walletRefunded, walletToppedUp } from '@boyun/wallets/contract';
import { kindsOf, sqlCheck } from './check.service.ts';

/** Double entry: debits equal credits. */
export const ledgerBalance = sqlCheck({
  key: 'ledger-balance',
  by: 'transaction',
  zh: '总账每笔交易：借贷之和为零',
  en: 'Each transaction of the ledger: its entries add up to zero',
  counted: `select count(distinct transaction_id) from ledger_entry_fact
    where tenant_id = $1 and transaction_id >= $2 and transaction_id < $3`,
  broken: `
    select transaction_id, (array_agg(payment_id))[1] as "paymentId", sum(amount_fen) as "sumFen",
      count(*) as "entryCount"
    from ledger_entry_fact where tenant_id = $1 and transaction_id >= $2 and transaction_id < $3
    group by transaction_id having sum(amount_fen) <> 0`,
});

/** The ledger matches the payments and has no entries for payments that did not succeed. */
export const ledgerPayments = sqlCheck({
  key: 'ledger-payments',
  by: 'payment',
  zh: '每笔支付：金额 = 分配到各账单的金额；总账一笔交易，渠道 = 支付金额，冲应收 = 抵扣账单的金额，应退 = 多付金额；未成功的支付没有账',
  en: 'Each payment: amount = what was asked for its bills; one transaction with channel = amount, receivable = applied, owed = excess; none unless it succeeded',
  counted: 'select count(*) from payment_fact payment where tenant_id = $1 and id >= $2 and id < $3',
  broken: `
    with booked as (
      select payment_id, count(distinct transaction_id) as transactions,
        coalesce(sum(amount_fen) filter (where account in ('clearing', 'cash', 'card', 'wallet')), 0) as channel_fen,
        coalesce(-sum(amount_fen) filter (where account = 'receivable'), 0) as receivable_fen,
        coalesce(-sum(amount_fen) filter (where account = 'owed'), 0) as owed_fen
      from ledger_entry_fact where tenant_id = $1 and payment_id >= $2 and payment_id < $3 and refund_id is null group by 1
    ), put as (
      select payment_id, sum(asked_fen) as asked_fen, sum(applied_fen) as applied_fen
      from allocation_fact where tenant_id = $1 and payment_id >= $2 and payment_id < $3 group by 1
    )
    select p.id as "paymentId", p.payment_no, p.state, p.amount_fen, a.asked_fen,
      a.applied_fen, p.excess_fen, coalesce(b.transactions, 0) as transactions,
      coalesce(b.channel_fen, 0) as "channelFen", coalesce(b.receivable_fen, 0) as "receivableFen",
      coalesce(b.owed_fen, 0) as "owedFen"
    from payment_fact p left join booked b on b.payment_id = p.id left join put a on a.payment_id = p.id
    where p.tenant_id = $1 and p.id >= $2 and p.id < $3 and (a.asked_fen is distinct from p.amount_fen
      or case when p.state = 'succeeded'
        then coalesce(b.transactions, 0) <> 1 or b.channel_fen <> p.amount_fen or b.receivable_fen <> a.applied_fen
          or b.owed_fen <> p.excess_fen or a.applied_fen + p.excess_fen <> p.amount_fen
        else b.payment_id is not null or a.applied_fen <> 0 end)`,
});

/** The ledger matches the refunds. */
export const ledgerRefunds = sqlCheck({
  key: 'ledger-refunds',
  by: 'refund',
  zh: '每笔退款：总账一笔交易，渠道减少 = 退款金额，冲应退 = 多付部分；未成功的退款没有账；一笔支付的退款不超过其金额',
  en: 'Each refund: one transaction with channel = amount and owed = what was too much; none unless it succeeded; never more of a payment than it brought',
  counted: 'select count(*) from refund_fact where tenant_id = $1 and id >= $2 and id < $3',
  broken: `
    with booked as (
      select refund_id, count(distinct transaction_id) as transactions, sum(amount_fen) filter (where amount_fen < 0) as out_fen,
        coalesce(sum(amount_fen) filter (where account = 'owed'), 0) as owed_fen
      from ledger_entry_fact where tenant_id = $1 and refund_id >= $2 and refund_id < $3 group by 1
    )
    select r.id as "refundId", r.refund_no, r.state, r.amount_fen, r.excess_fen,
      coalesce(b.transactions, 0) as transactions, coalesce(-b.out_fen, 0) as "channelFen", coalesce(b.owed_fen, 0) as "owedFen"
    from refund_fact r left join booked b on b.refund_id = r.id
    where r.tenant_id = $1 and r.id >= $2 and r.id < $3 and (case when r.state = 'succeeded'
        then coalesce(b.transactions, 0) <> 1 or -b.out_fen <> r.amount_fen or b.owed_fen <> r.excess_fen
        else b.refund_id is not null end
      or r.payment_id is not null and (select sum(o.amount_fen) from refund_fact o
        where o.tenant_id = $1 and o.payment_id = r.payment_id and o.state in ('paying', 'succeeded'))
        > (select p.amount_fen from payment_fact p where p.tenant_id = $1 and p.id = r.payment_id))`,
});

/** A bill matches its payments and refunds, and the ledger has the same receivable. */
export const billMoney = sqlCheck({
  key: 'bill-money',
  by: 'bill',
  zh: '每张账单：已付 = 支付分配之和，已退 = 退款之和，总账应收余额 = 应收 - 优惠 - 已付',
  en: 'Each bill: paid = what payments applied, refunded = sum of refunds, receivable in the ledger = gross - reduced - paid',
  counted: 'select count(*) from bill_fact where tenant_id = $1 and id >= $2 and id < $3',
  broken: `
    with paid as (
      select a.bill_id, sum(a.applied_fen) as fen from allocation_fact a
      join payment_fact p on p.tenant_id = a.tenant_id and p.id = a.payment_id and p.state = 'succeeded'
      where a.tenant_id = $1 and a.bill_id >= $2 and a.bill_id < $3 group by 1
    ), back as (
      select bill_id, sum(amount_fen - excess_fen) as fen from refund_fact
      where tenant_id = $1 and bill_id >= $2 and bill_id < $3 and state = 'succeeded' group by 1
    ), booked as (
      select bill_id, sum(amount_fen) as fen from ledger_entry_fact
      where tenant_id = $1 and bill_id >= $2 and bill_id < $3 and account = 'receivable' group by 1
    )
    select b.id as "billId", b.kind, b.subject_id, b.gross_fen, b.reduced_fen,
      b.paid_fen, coalesce(p.fen, 0) as "paymentsFen", b.refunded_fen,
      coalesce(r.fen, 0) as "refundsFen", b.due_fen, coalesce(l.fen, 0) as "receivableFen"
    from bill_fact b left join paid p on p.bill_id = b.id left join back r on r.bill_id = b.id left join booked l on l.bill_id = b.id
    where b.tenant_id = $1 and b.id >= $2 and b.id < $3 and (b.paid_fen <> coalesce(p.fen, 0)
      or b.refunded_fen <> coalesce(r.fen, 0) or b.due_fen <> coalesce(l.fen, 0))`,
});

const SIDES = ['debit', 'credit'] as const;
const sideSum = {
  debit: 'sum(amount_fen) filter (where amount_fen > 0)',
  credit: '-sum(amount_fen) filter (where amount_fen < 0)',
};
const ofEntries = (range: string) =>
  SIDES.map(
    (side) => `select account || ' ${side}' as key, coalesce(${sideSum[side]}, 0)::bigint as value
      from ledger_entry_fact where tenant_id = $1 and ${range} group by account`,
  ).join(' union all ');

/** The daily sums that balances are read from match the entries. */
export const ledgerDays = sqlCheck({
  key: 'ledger-days',
  by: 'ledger-sum',
  zh: '总账按日汇总：每类科目的借方、贷方合计 = 分录之和',
  en: 'Days of the ledger: debits and credits of each kind of account = sum of its entries',
  counted: 'select count(*) from ledger_day_fact where tenant_id = $1',
  figure: ofEntries('id >= $2 and id < $3'),
  broken: `
    with entries as (
      select key, sum(value) as fen from (
        select key, value::bigint from jsonb_each_text($3::jsonb) union all ${ofEntries('id >= $2')}) e group by key
    ), days as (
      ${SIDES.map((side) => `select account || ' ${side}' as key, sum(${side}_fen) as fen from ledger_day_fact where tenant_id = $1 group by account`).join(' union all ')}
    )
    select coalesce(e.key, d.key) as account, coalesce(e.fen, 0) as "entriesFen", coalesce(d.fen, 0) as "daysFen"
    from entries e full join days d using (key) where coalesce(e.fen, 0) <> coalesce(d.fen, 0)`,
});

/** Statistics count money by events, so each succeeded payment and refund has emitted exactly one. */
export const paymentEvents = sqlCheck({
  key: 'payment-events',
  by: 'payment',
  zh: '每笔成功支付与退款：恰有一次成功事件，金额一致',
  en: 'Each succeeded payment and refund: exactly one event, with the same amount',
  counted: `select count(*) from money_fact where tenant_id = $1 and id >= $2 and id < $3 and state = 'succeeded'`,
  broken: `
    with emitted as (
      select e.data->>'paymentId' as payment_id, count(*) as events, sum((e.data->>'amountFen')::bigint) as amount_fen
      from event e where e.tenant_id = $1 and e.kind in (${kindsOf(paymentSucceeded, paymentRefunded, cardRecharged, cardRefunded, walletToppedUp, walletRefunded)})
        and (e.data->>'paymentId') collate "C" >= $2::uuid::text and (e.data->>'paymentId') collate "C" < $3::uuid::text group by 1
    )
    select coalesce(p.id::text, t.payment_id) as "paymentId", p.number as "paymentNo", p.amount_fen,
      coalesce(t.events, 0) as events, t.amount_fen as "eventFen"
    from (select * from money_fact where tenant_id = $1 and id >= $2 and id < $3 and state = 'succeeded') p
    full join emitted t on t.payment_id = p.id::text
    where p.id is null or t.events is distinct from 1 or t.amount_fen <> p.amount_fen`,
});
