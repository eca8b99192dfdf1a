-- Refunds that did not go through and were not tried again: somebody still waits for the money.
create view refund_to_redo_fact with (security_invoker = true) as
  select r.tenant_id, r.id, r.lot_id, r.created_at from refund r
  where r.state = 'failed' and not exists (
    select from refund later where later.tenant_id = r.tenant_id and later.payment_id = r.payment_id and later.id > r.id);
grant select on refund_to_redo_fact to boyun_app, boyun_system;
