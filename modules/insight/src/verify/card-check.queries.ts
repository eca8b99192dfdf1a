import { sqlCheck } from './check.service.ts';

/** The balance of a card is the sum of its entries, and each entry matches its payment. */
export const cardMoney = sqlCheck({
  key: 'card-money',
  by: 'now',
  zh: '每张卡：余额 = 余额流水之和 = 最后一笔流水后的余额，充值、扣费、退款与支付流水一致',
  en: 'Each card: balance = sum of its entries = balance after the last; recharges, parking and refunds as the payments say',
  counted: 'select count(*) from card_fact where tenant_id = $1',
  broken: `
    with told as (
      select card_id, sum(amount_fen) as sum_fen, (array_agg(balance_fen order by number desc))[1] as last_fen,
        coalesce(sum(amount_fen) filter (where kind = 'recharge'), 0) as recharged,
        coalesce(-sum(amount_fen) filter (where kind in ('payment', 'payment-back')), 0) as paid,
        coalesce(-sum(amount_fen) filter (where kind = 'refund'), 0) as refunded
      from card_entry_fact where tenant_id = $1 group by 1
    ), moved as (
      select card_id, coalesce(sum(amount_fen) filter (where kind = 'card' and not is_refund), 0) as recharged,
        coalesce(sum(amount_fen) filter (where kind = 'from'), 0) as paid
      from (select b.subject_id as card_id, m.amount_fen, m.is_refund, b.kind from money_fact m
          join bill_fact b on b.tenant_id = $1 and b.id = m.bill_id and b.kind = 'card' where m.tenant_id = $1 and m.state = 'succeeded'
        union all select source_id, amount_fen, is_refund, 'from' from money_fact
          where tenant_id = $1 and source_id is not null and state = 'succeeded') of_cards group by 1
    ), given_back as (
      select e.card_id, sum(r.amount_fen) as refunded from card_entry_fact e
      join refund_fact r on r.tenant_id = $1 and r.id = e.refund_id and r.state = 'succeeded' where e.tenant_id = $1 and e.kind = 'refund' group by 1
    ), owed as (
      select party, -sum(amount_fen) as fen from ledger_entry_fact where tenant_id = $1 and account = 'card' group by 1
    )
    select c.id as "cardId", c.card_no, c.balance_fen, coalesce(t.sum_fen, 0) as "sumFen",
      coalesce(t.last_fen, 0) as "lastFen", coalesce(t.recharged, 0) as "rechargedFen", coalesce(m.recharged, 0) as "takenFen",
      coalesce(t.paid, 0) as "paidFen", coalesce(m.paid, 0) as "paymentsFen",
      coalesce(t.refunded, 0) as "refundedFen", coalesce(g.refunded, 0) as "refundsFen", coalesce(o.fen, 0) as "owedFen"
    from card_fact c left join told t on t.card_id = c.id left join moved m on m.card_id = c.id
    left join given_back g on g.card_id = c.id left join owed o on o.party = c.id::text
    where c.tenant_id = $1 and (c.balance_fen <> coalesce(t.sum_fen, 0) or c.balance_fen <> coalesce(t.last_fen, 0)
      or coalesce(t.recharged, 0) <> coalesce(m.recharged, 0) or coalesce(t.paid, 0) <> coalesce(m.paid, 0)
      or coalesce(t.refunded, 0) <> coalesce(g.refunded, 0) or c.balance_fen <> coalesce(o.fen, 0))`,
});

/** The ledger's liability to card holders equals the balances of their cards. */
export const cardLedger = sqlCheck({
  key: 'card-ledger',
  by: 'ledger-sum',
  zh: '总账：应付持卡人余额 = 全部卡余额之和',
  en: 'Ledger: liability to card holders = sum of all card balances',
  counted: 'select count(*) from card_fact where tenant_id = $1',
  figure: `select 'owedFen' as key, coalesce(-sum(amount_fen), 0) as value from ledger_entry_fact
    where tenant_id = $1 and id >= $2 and id < $3 and account = 'card'`,
  broken: `
    select * from (
      select (select coalesce(sum(balance_fen), 0) from card_fact where tenant_id = $1) as "balancesFen",
        coalesce(($3::jsonb->>'owedFen')::bigint, 0) + (select coalesce(-sum(amount_fen), 0) from ledger_entry_fact
         where tenant_id = $1 and id >= $2 and account = 'card') as "owedFen") both_sides
    where "balancesFen" <> "owedFen"`,
});
