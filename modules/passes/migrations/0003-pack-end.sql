-- Which packs end soon is asked elsewhere too.
create or replace view pack_fact with (security_invoker = true) as
  select tenant_id, id, pack_no, lot_id, state, paid_fen, refunded_fen, valid_until from pack;
