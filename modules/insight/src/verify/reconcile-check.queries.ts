import { sqlCheck } from './check.service.ts';

/** The ledger has what the bank received of a day, what the channel kept, and what was written off. */
export const reconciledLedger = sqlCheck({
  key: 'reconciled-ledger',
  by: 'now',
  zh: '每个对账日：总账的银行存款 = 核对的到账，渠道手续费 = 已入账手续费，对账核销 = 核销的差额，渠道在途相应减少',
  en: 'Each reconciled day: ledger bank = settlements, channel fees = fees booked, written off = gaps written off, clearing the rest',
  counted: 'select count(*) from channel_day_fact where tenant_id = $1',
  broken: `
    with booked as (
      select source_id as day_id, coalesce(sum(amount_fen) filter (where account = 'bank'), 0) as bank,
        coalesce(sum(amount_fen) filter (where account = 'channel-fee'), 0) as fee,
        coalesce(sum(amount_fen) filter (where account = 'channel-difference'), 0) as off,
        coalesce(sum(amount_fen) filter (where account = 'clearing'), 0) as clearing
      from ledger_entry_fact where tenant_id = $1 and source = 'channel-day' group by 1
    ), written as (
      select channel_day_id as day_id, coalesce(sum(case side when 'bill' then -adjusted_fen else adjusted_fen end), 0) as off
      from day_difference_fact where tenant_id = $1 and is_current and resolution = 'write-off' group by 1
    ), settled as (
      select channel_day_id as day_id, sum(amount_fen) as fen from day_settlement_fact where tenant_id = $1 group by 1
    )
    select d.id as "channelDayId", d.day, d.channel, coalesce(b.bank, 0) as "bankFen", coalesce(s.fen, 0) as "settledFen",
      coalesce(b.fee, 0) as "feeFen", d.fee_booked_fen, coalesce(b.off, 0) as "offFen", coalesce(w.off, 0) as "writtenOffFen",
      coalesce(b.clearing, 0) as "clearingFen"
    from channel_day_fact d left join booked b on b.day_id = d.id left join written w on w.day_id = d.id left join settled s on s.day_id = d.id
    where d.tenant_id = $1 and (coalesce(b.bank, 0) <> coalesce(s.fen, 0) or d.settled_fen <> coalesce(s.fen, 0)
      or coalesce(b.fee, 0) <> d.fee_booked_fen or coalesce(b.off, 0) <> coalesce(w.off, 0)
      or coalesce(b.clearing, 0) <> -coalesce(b.bank, 0) - coalesce(b.fee, 0) - coalesce(b.off, 0))`,
});

/** How long closed days are counted again from their records; before that what was counted when they were closed holds. */
const COUNTED_AGAIN = `interval '100 days'`;

/** A closed day balances, and is what its records and its bill say. */
export const closedDays = sqlCheck({
  key: 'closed-days',
  by: 'now',
  zh: '每个已关账的对账日：系统收款与退款之和 = 关账时的我方金额，账单明细之和 = 账单金额，我方 + 差异处理 = 账单，应到账 = 到账 + 核销',
  en: 'Each closed day: payments less refunds = ours when it was closed, lines = bill, ours + resolved = bill, net = settled + written off',
  counted: `select count(*) from channel_day_fact where tenant_id = $1 and state = 'closed'`,
  broken: `
    with closed as (
      select * from channel_day_fact where tenant_id = $1 and state = 'closed'
    ), lines as (
      select c.id, coalesce(sum(l.amount_fen), 0) as fen from closed c
      left join day_bill_line_fact l on l.tenant_id = $1 and l.channel_day_id = c.id and l.is_done
      where c.ends_at > $now - ${COUNTED_AGAIN} group by 1
    ), own as (
      select c.id, coalesce(sum(m.amount_fen), 0) as fen from closed c
      left join channel_money_fact m on m.tenant_id = $1 and m.channel = c.channel and m.state = 'succeeded'
        and (c.source_kind = 'acquirer' or c.channel = 'sandbox' or m.pay_channel_id in (
          select p.id from pay_channel_fact p where p.tenant_id = $1 and p.channel = c.channel
            and coalesce(p.merchant_no, '') || coalesce('/' || p.sub_merchant_no, '') = c.merchant_no))
        and (m.paid_at >= c.starts_at and m.paid_at < c.ends_at and not exists (
            select from record_day_fact r where r.tenant_id = $1 and r.record_id = m.id)
          or m.id in (select r.record_id from record_day_fact r where r.tenant_id = $1 and r.source_id = c.source_id and r.day = c.day))
      where c.ends_at > $now - ${COUNTED_AGAIN} group by 1
    )
    select c.id as "channelDayId", c.day, c.channel, c.ours_fen, o.fen as "recordsFen", c.adjusted_fen, c.theirs_fen, l.fen as "linesFen",
      c.theirs_fee_fen, c.settled_fen, c.settled_off_fen
    from closed c left join lines l on l.id = c.id left join own o on o.id = c.id
    where c.ours_fen + c.adjusted_fen <> c.theirs_fen or l.fen <> c.theirs_fen or o.fen <> c.ours_fen + c.adjusted_fen - (
        select coalesce(sum(x.adjusted_fen), 0) from day_difference_fact x where x.tenant_id = $1 and x.channel_day_id = c.id
          and x.side = 'bill' and x.is_current and x.resolution = 'write-off')
      or c.has_bank_side and c.theirs_fen - c.theirs_fee_fen <> c.settled_fen + c.settled_off_fen`,
});
