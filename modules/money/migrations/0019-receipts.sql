-- What was received for a bill from outside, and what went back, in fen: the money that can be invoiced. Payments from cards and wallets moved money
-- that had been received with the top-up. `simulated_fen` is the part of the sandbox; `returning_fen` is asked back and still under way.
create view receipt_fact with (security_invoker = true) as
  select b.tenant_id, b.id as bill_id, b.kind, b.subject_id, b.number, b.lot_id, b.plate,
    coalesce(come.fen, 0)::bigint as received_fen, coalesce(come.simulated_fen, 0)::bigint as simulated_fen,
    coalesce(back.fen, 0)::bigint as refunded_fen, coalesce(back.returning_fen, 0)::bigint as returning_fen,
    come.paid_at, back.refunded_at
  from bill b
  left join lateral (
    select sum(a.applied_fen) as fen, sum(a.applied_fen) filter (where p.channel = 'sandbox') as simulated_fen, max(p.paid_at) as paid_at
    from allocation a join payment p on p.tenant_id = a.tenant_id and p.id = a.payment_id
    where a.tenant_id = b.tenant_id and a.bill_id = b.id and p.state = 'succeeded' and p.channel not in ('card', 'balance')) come on true
  left join lateral (
    select sum(r.amount_fen - r.excess_fen) filter (where r.state = 'succeeded') as fen,
      sum(r.amount_fen - r.excess_fen) filter (where r.state = 'paying') as returning_fen,
      max(r.paid_at) as refunded_at
    from refund r left join payment p on p.tenant_id = r.tenant_id and p.id = r.payment_id
    where r.tenant_id = b.tenant_id and r.bill_id = b.id and coalesce(p.channel, r.channel) not in ('card', 'balance')) back on true;
grant select on receipt_fact to boyun_app, boyun_system;
-- Packs and top-ups of a plate; stays are found by their orders.
create index bill_plate on bill (tenant_id, plate) where kind <> 'stay';
