import { sqlCheck } from './check.service.ts';

/** The balance of a merchant is the sum of its entries, and what the ledger owes it. */
export const merchantMoney = sqlCheck({
  key: 'merchant-money',
  by: 'now',
  zh: '每个商家：余额 = 账目之和 = 最后一笔的余额 = 总账中该商家的余额',
  en: 'Each merchant: balance = sum of its entries = balance after the last = its account in the ledger',
  counted: 'select count(*) from merchant_fact where tenant_id = $1',
  broken: `
    with told as (
      select merchant_id, sum(amount_fen) as sum_fen, (array_agg(balance_fen order by number desc))[1] as last_fen
      from merchant_entry_fact where tenant_id = $1 group by 1
    ), owed as (
      select party, -sum(amount_fen) as fen from ledger_entry_fact where tenant_id = $1 and account = 'merchant' group by 1
    )
    select m.id as "merchantId", m.name, m.balance_fen, coalesce(t.sum_fen, 0) as "sumFen", coalesce(t.last_fen, 0) as "lastFen",
      coalesce(o.fen, 0) as "ledgerFen"
    from merchant_fact m left join told t on t.merchant_id = m.id left join owed o on o.party = m.id::text
    where m.tenant_id = $1 and (m.balance_fen <> coalesce(t.sum_fen, 0) or m.balance_fen <> coalesce(t.last_fen, 0)
      or m.balance_fen <> coalesce(o.fen, 0))`,
});
