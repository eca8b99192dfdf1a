import { sqlCheck } from './check.service.ts';

/** What a booking that has ended keeps of its money is split without rest, and the ledger has the same parts. */
export const sharedSplits = sqlCheck({
  key: 'shared-splits',
  by: 'now',
  zh: '每笔共享订单：已分账金额 = 已付 - 退款 = 业主 + 车场 + 平台，总账的分录与之一致；未结束的没有分账',
  en: 'Each booking of a shared spot: once split, owner + lot + platform = paid - refunded, and the ledger has these parts; none before',
  counted: 'select count(*) from shared_booking_fact where tenant_id = $1',
  broken: `
    with booked as (
      select source_id, coalesce(sum(amount_fen) filter (where account = 'share-held'), 0) as held_fen,
        coalesce(-sum(amount_fen) filter (where account = 'revenue' and party = 'shared-stay'), 0) as lot_fen,
        coalesce(-sum(amount_fen) filter (where account = 'revenue' and party = 'shared-platform'), 0) as platform_fen,
        coalesce(-sum(amount_fen) filter (where account = 'owner-payable'), 0) as owner_fen,
        coalesce(sum(amount_fen) filter (where account = 'owner-share'), 0) as overstay_fen
      from ledger_entry_fact where tenant_id = $1 and source = 'shared-stay' group by 1
    )
    select b.id as "bookingId", b.booking_no, b.state, b.paid_fen, b.refund_fen, b.owner_fen, b.lot_fen, b.platform_fen,
      l.held_fen as "bookedFen"
    from shared_booking_fact b left join booked l on l.source_id = b.id
    where b.tenant_id = $1 and ((b.split_at is not null) <> (b.state in ('left', 'cancelled', 'no-show'))
      or b.owner_fen + b.lot_fen + b.platform_fen <> case when b.split_at is null then 0 else b.paid_fen - b.refund_fen end
      or coalesce(l.held_fen, 0) <> b.owner_fen + b.lot_fen + b.platform_fen or coalesce(l.lot_fen, 0) <> b.lot_fen
      or coalesce(l.platform_fen, 0) <> b.platform_fen or coalesce(l.owner_fen, 0) <> b.owner_fen + b.overstay_owner_fen
      or coalesce(l.overstay_fen, 0) <> b.overstay_owner_fen)`,
});

/** What is held for bookings is what they were paid, less what went back and what was split. */
export const sharedHeld = sqlCheck({
  key: 'shared-held',
  by: 'now',
  zh: '共享车位预收：总账余额 = 账单已付 - 已退 - 已分账',
  en: 'Held for shared spots: in the ledger = paid by their bills - refunded - split',
  counted: 'select 1::bigint',
  broken: `
    select * from (
      select (select coalesce(-sum(amount_fen), 0) from ledger_entry_fact where tenant_id = $1 and account = 'share-held') as "ledgerFen",
        (select coalesce(sum(gross_fen - refunded_fen), 0) from bill_fact where tenant_id = $1 and kind = 'shared-stay')
          - (select coalesce(sum(owner_fen + lot_fen + platform_fen), 0) from shared_booking_fact where tenant_id = $1) as "openFen") h
    where "ledgerFen" <> "openFen"`,
});

/** An owner's balance is the sum of its movements, and the ledger owes it with what is asked to be paid out. */
export const ownerBalances = sqlCheck({
  key: 'owner-balances',
  by: 'now',
  zh: '每个车位业主：余额 = 流水之和 = 总账应付 - 未付款的提现',
  en: 'Each spot owner: balance = sum of the movements = payable in the ledger - withdrawals that are not paid yet',
  counted: 'select count(*) from spot_owner_fact where tenant_id = $1',
  broken: `
    with moved as (
      select owner_id, sum(amount_fen) as fen from owner_entry_fact where tenant_id = $1 group by 1
    ), payable as (
      select party, -sum(amount_fen) as fen from ledger_entry_fact where tenant_id = $1 and account = 'owner-payable' group by 1
    ), open as (
      select owner_id, sum(amount_fen) as fen from owner_withdrawal_fact
      where tenant_id = $1 and state in ('asked', 'pending', 'approved') group by 1
    )
    select o.id as "ownerId", o.name, o.balance_fen, coalesce(m.fen, 0) as "movementsFen", coalesce(p.fen, 0) as "ledgerFen",
      coalesce(w.fen, 0) as "openFen"
    from spot_owner_fact o left join moved m on m.owner_id = o.id left join payable p on p.party = o.id::text
    left join open w on w.owner_id = o.id
    where o.tenant_id = $1 and (o.balance_fen <> coalesce(m.fen, 0) or o.balance_fen <> coalesce(p.fen, 0) - coalesce(w.fen, 0))`,
});
