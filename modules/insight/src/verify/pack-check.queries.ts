import { sqlCheck } from './check.service.ts';

/** The amounts received and refunded for a pack match its history, and each has a payment. */
export const packMoney = sqlCheck({
  key: 'pack-money',
  by: 'now',
  zh: '每张月卡：已收 = 售出与续费之和，已退 = 退款之和，且与支付流水一致',
  en: 'Each pack: paid = sum of sale and renewals, refunded = sum of refunds, and payments say the same',
  counted: 'select count(*) from pack_fact where tenant_id = $1',
  broken: `
    with told as (
      select pack_id, sum(amount_fen) filter (where act in ('sold', 'renewed')) as paid,
        sum(amount_fen) filter (where act in ('sold', 'renewed') and method <> 'free') as taken,
        sum(case act when 'refunded' then amount_fen when 'refund-failed' then -amount_fen end) as refunded
      from pack_event_fact where tenant_id = $1 group by 1
    ), moved as (
      select b.subject_id as pack_id, sum(m.amount_fen - m.excess_fen) filter (where not m.is_refund) as taken,
        -sum(m.amount_fen - m.excess_fen) filter (where m.is_refund) as refunded
      from bill_fact b join money_fact m on m.tenant_id = $1 and m.bill_id = b.id
        and (m.state = 'succeeded' or m.state = 'paying' and m.is_refund)
      where b.tenant_id = $1 and b.kind = 'pack' group by 1
    )
    select p.id as "packId", p.pack_no, p.paid_fen, p.refunded_fen,
      coalesce(t.paid, 0) as "toldFen", coalesce(t.refunded, 0) as "toldRefundedFen",
      coalesce(m.taken, 0) as "paymentsFen", coalesce(m.refunded, 0) as "refundsFen"
    from pack_fact p left join told t on t.pack_id = p.id left join moved m on m.pack_id = p.id
    where p.tenant_id = $1 and (p.paid_fen <> coalesce(t.paid, 0) or p.refunded_fen <> coalesce(t.refunded, 0)
      or coalesce(t.taken, 0) <> coalesce(m.taken, 0) or coalesce(t.refunded, 0) <> coalesce(m.refunded, 0))`,
});

/** The places taken of an hour equal the appointments of that hour and never exceed its quota. */
export const appointmentSlots = sqlCheck({
  key: 'appointment-slots',
  by: 'now',
  zh: '每个预约时段：已约名额 = 未取消的预约数',
  en: 'Each hour of appointments: places taken = appointments not called off',
  counted: 'select count(*) from appointment_slot_fact where tenant_id = $1',
  broken: `
    with kept as (
      select lot_id, starts_at, count(*) as cars from appointment_fact
      where tenant_id = $1 and state <> 'cancelled' group by 1, 2
    )
    select coalesce(s.lot_id, k.lot_id) as "lotId", coalesce(s.starts_at, k.starts_at) as "startsAt",
      coalesce(s.booked, 0) as booked, coalesce(k.cars, 0) as cars
    from (select * from appointment_slot_fact where tenant_id = $1) s
    full join kept k on k.lot_id = s.lot_id and k.starts_at = s.starts_at
    where coalesce(s.booked, 0) <> coalesce(k.cars, 0)`,
});
