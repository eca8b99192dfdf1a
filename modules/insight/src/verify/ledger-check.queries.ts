import { sqlCheck } from './check.service.ts';

/** Double entry: what goes in comes out. */
export const ledgerBalance = sqlCheck({
  key: 'ledger-balance',
  by: 'transaction',
  zh: '总账每笔交易：借贷之和为零',
  en: 'Each transaction of the ledger: its entries add up to nothing',
  counted: `select count(distinct transaction_id) from ledger_entry
    where tenant_id = $1 and transaction_id >= $2 and transaction_id < $3`,
  broken: `
    select transaction_id as "transactionId", (array_agg(payment_id))[1] as "paymentId", sum(amount_fen) as "sumFen",
      count(*) as "entryCount"
    from ledger_entry where tenant_id = $1 and transaction_id >= $2 and transaction_id < $3
    group by transaction_id having sum(amount_fen) <> 0`,
});

/** The ledger says what the payments say, and nothing about payments that came to nothing. */
export const ledgerPayments = sqlCheck({
  key: 'ledger-payments',
  by: 'payment',
  zh: '每笔支付：总账一笔交易，渠道 = 支付金额，收入或卡内余额 = 抵扣本单与以往欠费或充值的金额，应退 = 多付金额；未成功的支付没有账',
  en: 'Each payment: one transaction with channel = amount, revenue or what is owed on cards = applied to its stay, its debts or its card, owed = excess; none unless it succeeded',
  counted: 'select count(*) from payment where tenant_id = $1 and id >= $2 and id < $3',
  broken: `
    with booked as (
      select payment_id, count(distinct transaction_id) as transactions,
        coalesce(sum(amount_fen) filter (where account like 'channel:%'), 0) as channel_fen,
        coalesce(-sum(amount_fen) filter (where account like 'revenue:%' or account = 'owed:card'), 0) as revenue_fen,
        coalesce(-sum(amount_fen) filter (where account = 'owed:overpaid'), 0) as owed_fen
      from ledger_entry where tenant_id = $1 and payment_id >= $2 and payment_id < $3 group by 1
    )
    select p.id as "paymentId", p.payment_no as "paymentNo", p.state, p.amount_fen as "amountFen",
      p.applied_fen as "appliedFen", p.excess_fen as "excessFen", coalesce(b.transactions, 0) as transactions,
      coalesce(b.channel_fen, 0) as "channelFen", coalesce(b.revenue_fen, 0) as "revenueFen",
      coalesce(b.owed_fen, 0) as "owedFen"
    from payment p left join booked b on b.payment_id = p.id
    where p.tenant_id = $1 and p.id >= $2 and p.id < $3 and case when p.state = 'succeeded'
      then coalesce(b.transactions, 0) <> 1 or b.channel_fen <> p.amount_fen or b.revenue_fen <> p.applied_fen + p.debts_fen
        or b.owed_fen <> p.excess_fen
      else b.payment_id is not null end`,
});

/** Statistics count money by events; so each succeeded payment has told of itself once. */
export const paymentEvents = sqlCheck({
  key: 'payment-events',
  by: 'payment',
  zh: '每笔成功支付：恰有一次支付成功事件，金额一致',
  en: 'Each succeeded payment: exactly one event, with the same amount',
  counted: `select count(*) from payment where tenant_id = $1 and id >= $2 and id < $3 and state = 'succeeded'`,
  broken: `
    with told as (
      select e.data->>'paymentId' as payment_id, count(*) as events, sum((e.data->>'amountFen')::bigint) as amount_fen
      from event e where e.tenant_id = $1 and e.kind in ('payment.succeeded', 'payment.refunded', 'card.recharged', 'card.refunded')
        and (e.data->>'paymentId') collate "C" >= $2::uuid::text and (e.data->>'paymentId') collate "C" < $3::uuid::text group by 1
    )
    select coalesce(p.id::text, t.payment_id) as "paymentId", p.payment_no as "paymentNo", p.amount_fen as "amountFen",
      coalesce(t.events, 0) as events, t.amount_fen as "eventFen"
    from (select * from payment where tenant_id = $1 and id >= $2 and id < $3 and state = 'succeeded') p
    full join told t on t.payment_id = p.id::text
    where p.id is null or t.events is distinct from 1 or t.amount_fen <> p.amount_fen`,
});
