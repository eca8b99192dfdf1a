import { sqlCheck } from './check.service.ts';

/** The entry's day in the zone of its lot, within the local moments of a slice. */
const IN_SLICE = `e.at >= $2::timestamp at time zone l.time_zone and e.at < $3::timestamp at time zone l.time_zone`;

/** What lots brought on the days that have ended is what the ledger has. */
export const lotDays = sqlCheck({
  key: 'lot-days',
  by: 'time',
  zh: '每个车场每天：日结中的应收、优惠、实收、退款 = 总账分录之和',
  en: 'Each day of a lot: fees, reductions, receipts and refunds of its figures = its entries in the ledger',
  counted:
    'select count(*) from lot_day_fact where tenant_id = $1 and day >= $2::timestamp::date and day < $3::timestamp::date',
  broken: `
    with booked as (
      select e.lot_id, (e.at at time zone l.time_zone)::date as day,
        coalesce(-sum(e.amount_fen) filter (where e.account = 'revenue' and e.refund_id is null), 0) as gross_fen,
        coalesce(sum(e.amount_fen) filter (where e.account = 'revenue' and e.refund_id is not null), 0) as refunded_fen,
        coalesce(sum(e.amount_fen) filter (where e.account = 'promotion'), 0) as operator_fen,
        coalesce(-sum(e.amount_fen) filter (where e.account = 'promotion' and e.bill_id is null), 0) as merchant_fen,
        coalesce(-sum(e.amount_fen) filter (where e.account = 'receivable'), 0) as received_fen
      from lot_day_state_fact s
      join lot_fact l on l.tenant_id = s.tenant_id
      join ledger_entry_fact e on e.tenant_id = l.tenant_id and e.lot_id = l.id and ${IN_SLICE}
      left join bill_fact b on e.account = 'receivable' and b.tenant_id = e.tenant_id and b.id = e.bill_id
      where s.tenant_id = $1 and (e.account = 'revenue' and e.party = any(s.kinds) or e.account = 'promotion' and e.party = 'operator'
        or e.account = 'receivable' and e.payment_id is not null and b.kind = any(s.kinds))
      group by 1, 2
    ), told as (
      select * from lot_day_fact where tenant_id = $1 and day >= $2::timestamp::date and day < $3::timestamp::date
    )
    select coalesce(t.lot_id, b.lot_id) as "lotId", coalesce(t.day, b.day) as day, t.gross_fen, b.gross_fen as "bookedGrossFen",
      t.received_fen, b.received_fen as "bookedReceivedFen", t.refunded_fen, b.refunded_fen as "bookedRefundedFen"
    from told t full join booked b on b.lot_id = t.lot_id and b.day = t.day
    where coalesce(t.day, b.day) < (select next_day from lot_day_state_fact where tenant_id = $1)
      and (coalesce(t.gross_fen, 0) <> coalesce(b.gross_fen, 0) or coalesce(t.refunded_fen, 0) <> coalesce(b.refunded_fen, 0)
        or coalesce(t.operator_fen, 0) <> coalesce(b.operator_fen, 0) or coalesce(t.merchant_fen, 0) <> coalesce(b.merchant_fen, 0)
        or coalesce(t.received_fen, 0) <> coalesce(b.received_fen, 0))`,
});

/** A settlement is the sum of its days and adjustments, and the ledger has it. */
export const settlementMoney = sqlCheck({
  key: 'settlement-money',
  by: 'now',
  zh: '每张结算单：分成 = 各车场各天分成之和，调整 = 调整明细之和，天数齐全；已结算的在总账中 = 分成 + 调整',
  en: 'Each settlement: share = sum of its days, adjustments = sum of them, every day of each lot; once settled, the ledger has share + adjustments',
  counted: 'select count(*) from settlement_fact where tenant_id = $1',
  broken: `
    with days as (
      select settlement_id, sum(share_fen) as share_fen, count(*) as day_count, count(distinct lot_id) as lot_count
      from lot_day_fact where tenant_id = $1 and settlement_id is not null group by 1
    ), added as (
      select settlement_id, sum(amount_fen) as fen from settlement_adjustment_fact where tenant_id = $1 group by 1
    ), booked as (
      select source_id, sum(amount_fen) filter (where account = 'revenue-share') as cost_fen,
        -sum(amount_fen) filter (where account = 'payable') as payable_fen
      from ledger_entry_fact where tenant_id = $1 and source = 'settlement' group by 1
    )
    select s.id as "settlementId", s.settlement_no, s.state, s.share_fen, coalesce(d.share_fen, 0) as "daysFen", s.adjusted_fen,
      coalesce(a.fen, 0) as "adjustmentsFen", coalesce(b.payable_fen, 0) as "bookedFen"
    from settlement_fact s left join days d on d.settlement_id = s.id left join added a on a.settlement_id = s.id
    left join booked b on b.source_id = s.id
    where s.tenant_id = $1 and (s.share_fen <> coalesce(d.share_fen, 0) or s.adjusted_fen <> coalesce(a.fen, 0)
      or coalesce(d.day_count, 0) <> (s.to_day - s.from_day + 1) * coalesce(d.lot_count, 1)
      or coalesce(b.payable_fen, 0) <> case when s.state = 'draft' then 0 else s.share_fen + s.adjusted_fen end
      or coalesce(b.cost_fen, 0) <> coalesce(b.payable_fen, 0))`,
});

/** What the ledger owes a sub-merchant is what its settlements are not paid. */
export const payableMoney = sqlCheck({
  key: 'payable-money',
  by: 'now',
  zh: '每个子商户：总账应付余额 = 待付款与付款中结算单的应付之和（含负数）',
  en: 'Each sub-merchant: payable in the ledger = sum of its settlements that are not paid, those below zero included',
  counted: 'select count(*) from sub_merchant_fact where tenant_id = $1',
  broken: `
    with owed as (
      select party, -sum(amount_fen) as fen from ledger_entry_fact where tenant_id = $1 and account = 'payable' group by 1
    ), open as (
      select sub_merchant_id, sum(payable_fen) as fen from settlement_fact
      where tenant_id = $1 and state in ('settled', 'paying') group by 1
    )
    select m.id as "subMerchantId", m.name, coalesce(w.fen, 0) as "ledgerFen", coalesce(o.fen, 0) as "openFen"
    from sub_merchant_fact m left join owed w on w.party = m.id::text left join open o on o.sub_merchant_id = m.id
    where m.tenant_id = $1 and coalesce(w.fen, 0) <> coalesce(o.fen, 0)`,
});

/** A closed month still has the entries it had when it was closed. */
export const closedPeriods = sqlCheck({
  key: 'closed-periods',
  by: 'now',
  zh: '每个已结账月份：分录数和借方合计与结账时一致',
  en: 'Each closed month: as many entries, and the same sum of debits, as when it was closed',
  counted: `select count(*) from accounting_period_fact where tenant_id = $1 and state = 'closed'`,
  broken: `
    select p.month, p.entry_count, p.debit_fen, coalesce(d.entries, 0) as "entriesNow", coalesce(d.fen, 0) as "debitNowFen"
    from accounting_period_fact p
    left join lateral (select sum(f.entry_count)::int as entries, sum(f.debit_fen) as fen from ledger_day_fact f
      where f.tenant_id = p.tenant_id and f.day >= (p.month || '-01')::date and f.day < ((p.month || '-01')::date + interval '1 month')) d on true
    where p.tenant_id = $1 and p.state = 'closed' and (p.entry_count <> coalesce(d.entries, 0) or p.debit_fen <> coalesce(d.fen, 0))`,
});
