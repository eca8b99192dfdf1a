import { sqlCheck } from './check.service.ts';

/** The balance of a merchant is the sum of its entries, and what the ledger owes it. */
export const merchantMoney = sqlCheck({
  key: 'merchant-money',
  by: 'now',
  zh: '每个商家：余额 = 账目之和 = 最后一笔的余额 = 总账中该商家的余额（扣除退款中金额）',
  en: 'Each merchant: balance = sum of its entries = balance after the last = its account in the ledger (less pending refunds)',
  counted: 'select count(*) from merchant_fact where tenant_id = $1',
  broken: `
    with told as (
      select merchant_id, sum(amount_fen) as sum_fen, (array_agg(balance_fen order by number desc))[1] as last_fen
      from merchant_entry_fact where tenant_id = $1 group by 1
    ), pending as (
      select b.subject_id as merchant_id, sum(r.amount_fen - r.excess_fen) as fen from refund_fact r
      join bill_fact b on b.tenant_id = $1 and b.id = r.bill_id and b.kind = 'merchant'
      where r.tenant_id = $1 and r.state = 'paying' group by 1
    ), owed as (
      select party, -sum(amount_fen) as fen from ledger_entry_fact where tenant_id = $1 and account = 'merchant' group by 1
    )
    select m.id as "merchantId", m.name, m.balance_fen, coalesce(t.sum_fen, 0) as "sumFen", coalesce(t.last_fen, 0) as "lastFen",
      coalesce(p.fen, 0) as "pendingFen", coalesce(o.fen, 0) as "ledgerFen"
    from merchant_fact m left join told t on t.merchant_id = m.id left join owed o on o.party = m.id::text
    left join pending p on p.merchant_id = m.id
    where m.tenant_id = $1 and (m.balance_fen <> coalesce(t.sum_fen, 0) or m.balance_fen <> coalesce(t.last_fen, 0)
      or m.balance_fen + coalesce(p.fen, 0) <> coalesce(o.fen, 0))`,
});
