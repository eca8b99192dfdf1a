import {
  orderPlateCorrected,
  orderTimesCorrected,
  stayClosed,
  stayExitFound,
  stayLeft,
  stayOpened,
  stayRecounted,
  stayRestored,
  stayVoided,
} from '@boyun/orders/contract';
import { kindsOf, sqlCheck } from './check.service.ts';

/** The name of an order that breaks an equation. */
const NAMED = `o.id as "orderId", o.order_no, o.plate, o.parking_state`;

/** Every order has each event of its life exactly once; its times and amounts match those of its last correction. */
export const orderEvents = sqlCheck({
  key: 'order-events',
  by: 'order',
  zh: '每个订单：一次入场事件，结束时恰有一次出场或关闭事件，作废与恢复成对，时间与金额以最后一次更正为准',
  en: 'Each order: one entry event, one exit or closing once it is over, voidings and restorings in turn; times and amounts as last corrected',
  counted: 'select count(*) from stay_fact where tenant_id = $1 and id >= $2 and id < $3',
  broken: `
    with told as (
      select e.subject_id,
        count(*) filter (where e.kind = ${kindsOf(stayOpened)}) as opened, count(*) filter (where e.kind = ${kindsOf(stayLeft)}) as "left",
        count(*) filter (where e.kind = ${kindsOf(stayClosed)}) as closed,
        count(*) filter (where e.kind = ${kindsOf(stayExitFound)}) as found,
        count(*) filter (where e.kind = ${kindsOf(stayVoided)}) - count(*) filter (where e.kind = ${kindsOf(stayRestored)}) as voided,
        (array_agg(coalesce((e.data->>'enteredAt')::timestamptz, e.at) order by e.seq desc)
          filter (where e.kind = ${kindsOf(stayOpened)} or e.data ? 'enteredAt'))[1] as opened_at,
        (array_agg(coalesce((e.data->>'leftAt')::timestamptz, e.at) order by e.seq desc)
          filter (where e.kind in (${kindsOf(stayLeft, stayClosed)}) or e.data->>'leftAt' is not null))[1] as ended_at,
        (array_agg((e.data->>'feeFen')::bigint order by e.seq desc)
          filter (where e.kind in (${kindsOf(stayLeft, stayClosed)})
            or (e.kind in (${kindsOf(orderTimesCorrected, orderPlateCorrected, stayExitFound)}) and e.data ? 'feeFen')))[1] as fee_fen
      from event e
      where e.tenant_id = $1 and e.subject_id >= $2 and e.subject_id < $3 and e.kind in (${kindsOf(stayOpened, stayLeft, stayClosed, stayVoided, stayRestored, stayExitFound, orderTimesCorrected, orderPlateCorrected)}) group by 1
    )
    select coalesce(o.id, t.subject_id) as "orderId", o.order_no, o.plate, o.parking_state,
      coalesce(t.opened, 0) as "openedEvents", coalesce(t."left", 0) as "leftEvents",
      coalesce(t.closed, 0) as "closedEvents", coalesce(t.voided, 0) as "voidedEvents", o.entered_at,
      t.opened_at as "openedEventAt", o.left_at, t.ended_at as "endedEventAt", o.fee_fen,
      t.fee_fen as "eventFeeFen"
    from (select * from stay_fact where tenant_id = $1 and id >= $2 and id < $3) o full join told t on t.subject_id = o.id
    where o.id is null or t.subject_id is null or t.opened <> 1 or t.opened_at <> o.entered_at
      or t.ended_at is distinct from o.left_at
      or t."left" + t.closed > 1 or t.voided <> (o.parking_state = 'void')::int
      or (o.parking_state = 'left' and t."left" + t.found <> 1)
      or (o.parking_state = 'no-exit' and t.closed - t.found <> 1)
      or (o.parking_state = 'inside' and t."left" + t.closed <> 0)
      or (o.parking_state in ('left', 'no-exit') and t.fee_fen <> o.fee_fen)`,
});

/** An ended order is in arrears exactly when it has an amount due. */
export const orderMoney = sqlCheck({
  key: 'order-money',
  by: 'order',
  zh: '每个已结束订单：应收 = 实收 + 优惠 + 退款 + 欠费，欠费只在欠费状态，作废订单无金额',
  en: 'Each ended order: fee = paid + reduced + refunded + arrears; only orders in arrears owe; a void order carries no money',
  counted: `select count(*) from stay_fact where tenant_id = $1 and id >= $2 and id < $3 and parking_state <> 'inside'`,
  broken: `
    select ${NAMED}, o.pay_state, o.fee_fen, o.paid_fen,
      o.reduced_fen, o.refunded_fen, o.due_fen
    from stay_fact o
    where o.tenant_id = $1 and o.id >= $2 and o.id < $3 and o.parking_state <> 'inside' and (
      o.fee_fen <> o.paid_fen + o.reduced_fen + case when o.parking_state = 'void' then 0 else o.refunded_fen end
        + case when o.pay_state in ('arrears', 'paying') and o.parking_state <> 'void' then greatest(o.due_fen, 0) else 0 end
      or (o.pay_state = 'arrears' and o.due_fen <= 0)
      or (o.pay_state = 'free' and o.paid_fen <> 0)
      or (o.pay_state in ('unpaid', 'part-paid'))
      or (o.parking_state = 'void' and (o.fee_fen <> 0 or o.paid_fen <> 0)))`,
});

/** Every reduction has its row. */
export const orderReductions = sqlCheck({
  key: 'order-reductions',
  by: 'order',
  zh: '每个订单：优惠金额 = 各项优惠明细之和',
  en: 'Each order: reduced = sum of its reductions',
  counted: 'select count(*) from stay_fact where tenant_id = $1 and id >= $2 and id < $3',
  broken: `
    select ${NAMED}, o.reduced_fen, coalesce(r.sum, 0) as "reductionsFen"
    from stay_fact o
    left join (select order_id, sum(amount_fen) as sum from reduction_fact
      where tenant_id = $1 and order_id >= $2 and order_id < $3 group by 1) r on r.order_id = o.id
    where o.tenant_id = $1 and o.id >= $2 and o.id < $3 and o.reduced_fen <> coalesce(r.sum, 0)`,
});

/** What activities, merchants and coupons say they gave to an ended stay is what reduced it. */
export const reductionUses = sqlCheck({
  key: 'reduction-uses',
  by: 'order',
  zh: '每个已结束订单：活动、商家优惠与优惠券的使用记录 = 相应的优惠明细',
  en: 'Each ended order: what activities, merchants and coupons record as used = its reductions by them',
  counted: `select count(*) from stay_fact where tenant_id = $1 and id >= $2 and id < $3 and parking_state <> 'inside'`,
  broken: `
    with used as (
      select order_id, activity_id as source_id, amount_fen from activity_use_fact
      where tenant_id = $1 and order_id >= $2 and order_id < $3 and held_until is null
      union all
      select order_id, id, used_fen from user_coupon_fact
      where tenant_id = $1 and order_id >= $2 and order_id < $3 and state = 'used'
      union all
      select order_id, id, used_fen from merchant_grant_fact
      where tenant_id = $1 and order_id >= $2 and order_id < $3 and state = 'used'
    ), reduced as (
      select order_id, source_id, sum(amount_fen) as amount_fen from reduction_fact
      where tenant_id = $1 and order_id >= $2 and order_id < $3 and source in ('activity', 'merchant', 'coupon') group by 1, 2
    )
    select ${NAMED}, coalesce(u.source_id, r.source_id) as "sourceId", coalesce(u.amount_fen, 0) as "usedFen",
      coalesce(r.amount_fen, 0) as "reducedFen"
    from used u full join reduced r on r.order_id = u.order_id and r.source_id = u.source_id
    join stay_fact o on o.tenant_id = $1 and o.id = coalesce(u.order_id, r.order_id) and o.parking_state <> 'inside'
    where coalesce(u.amount_fen, 0) <> coalesce(r.amount_fen, 0)`,
});

/** The fee is explained to the fen. */
export const feeLines = sqlCheck({
  key: 'fee-lines',
  by: 'order',
  zh: '每个已结束订单：应收 = 计费明细之和',
  en: 'Each ended order: fee = sum of its fee lines',
  counted: `select count(*) from stay_fact where tenant_id = $1 and id >= $2 and id < $3 and parking_state in ('left', 'no-exit')`,
  broken: `
    select ${NAMED}, o.fee_fen, s.sum as "linesFen"
    from stay_fact o cross join lateral (
      select coalesce(sum((line->>'amountFen')::bigint), 0) as sum from jsonb_array_elements(o.fee_lines) line) s
    where o.tenant_id = $1 and o.id >= $2 and o.id < $3 and o.parking_state in ('left', 'no-exit') and s.sum <> o.fee_fen`,
});

/** The duration histogram counts each stay that ended with an exit once, with its duration, and no other stay. */
export const stayLengths = sqlCheck({
  key: 'stay-lengths',
  by: 'order',
  zh: '每个订单：计入停车时长统计的次数与时长 = 实际驶离的停放（折返、重复入场、盘点关闭与作废不计）',
  en: 'Each order: what the figures of stay lengths count = a stay that ended with an exit (not turned back, closed or void)',
  counted: 'select count(*) from stay_fact where tenant_id = $1 and id >= $2 and id < $3',
  broken: `
    with told as (
      select e.subject_id as order_id, 1 as count, (e.data->>'parkedSeconds')::bigint as seconds from event e
        where e.tenant_id = $1 and e.subject_id >= $2 and e.subject_id < $3 and e.kind = ${kindsOf(stayLeft)}
          and (e.data->>'isPhysical')::boolean
      union all
      select (e.data->>'orderId')::uuid, (e.data->>'count')::int, (e.data->>'count')::int * (e.data->>'seconds')::bigint
        from event e where e.tenant_id = $1 and e.kind = ${kindsOf(stayRecounted)} and e.data->>'metric' = 'stay'
          and (e.data->>'orderId') collate "C" >= $2::uuid::text and (e.data->>'orderId') collate "C" < $3::uuid::text
    ), counted as (select order_id, sum(count)::int as stays, sum(seconds)::bigint as seconds from told group by 1)
    select ${NAMED}, o.exit_type, coalesce(c.stays, 0) as stays, coalesce(c.seconds, 0) as seconds,
      o.entered_at, o.left_at
    from (select * from stay_fact where tenant_id = $1 and id >= $2 and id < $3) o left join counted c on c.order_id = o.id
    where coalesce(c.stays, 0) <> (o.parking_state = 'left')::int
      or coalesce(c.seconds, 0) <> case when o.parking_state = 'left'
        then floor(greatest(0, extract(epoch from o.left_at - o.entered_at)))::bigint else 0 end`,
});

/** The paid amount of an order matches its bill, and so do all amounts of an ended order. */
export const orderPayments = sqlCheck({
  key: 'order-payments',
  by: 'order',
  zh: '每个订单：实收 = 账单已付 - 已退；已结束订单的待收与账单一致',
  en: 'Each order: paid = paid - refunded of its bill; of an ended order both are due the same',
  counted: 'select count(*) from stay_fact where tenant_id = $1 and id >= $2 and id < $3',
  broken: `
    select ${NAMED}, o.paid_fen, coalesce(b.paid_fen - b.refunded_fen, 0) as "appliedFen", o.due_fen,
      coalesce(b.due_fen, 0) as "billFen"
    from stay_fact o
    left join bill_fact b on b.tenant_id = o.tenant_id and b.kind = 'stay' and b.subject_id = o.id
    where o.tenant_id = $1 and o.id >= $2 and o.id < $3 and (o.paid_fen <> coalesce(b.paid_fen - b.refunded_fen, 0)
      or (o.parking_state <> 'inside' and o.due_fen <> coalesce(b.due_fen, 0)))`,
});
