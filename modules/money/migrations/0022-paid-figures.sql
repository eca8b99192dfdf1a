-- What reports of a month read about the payments of it, in the index itself.
drop index if exists payment_paid;
create index payment_paid on payment (tenant_id, paid_at)
  include (id, state, lot_id, channel, amount_fen, bill_id, actor_id, actor_name) where paid_at is not null;
