-- A payment under way is asked about with the merchant it was started with.
create or replace view payment_fact with (security_invoker = true) as
  select tenant_id, id, payment_no, bill_id, lot_id, plate, channel, scene, source_id, state, amount_fen, excess_fen,
    channel_fee_fen, trade_no, actor_id, actor_name, created_at, paid_at, pay_channel_id
  from payment;
