-- `payer_id`: the merchant that bears a reduction. `is_promised`: the driver paid a sum that included it, so later quotes keep it.
alter table order_reduction add column payer_id uuid, add column is_promised boolean not null default false;
create index order_reduction_payer on order_reduction (tenant_id, payer_id) where payer_id is not null;
create or replace view reduction_fact with (security_invoker = true) as
  select tenant_id, order_id, source, kind, amount_fen, step, source_id, payer, payer_id, value, zh, en from order_reduction;
