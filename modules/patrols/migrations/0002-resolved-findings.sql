-- A finding is resolved by itself when the debts are settled or the car has left.
alter table patrol_finding drop constraint patrol_finding_state_check,
  add constraint patrol_finding_state_check check (state in ('open', 'confirmed', 'dismissed', 'resolved'));
create index patrol_finding_order on patrol_finding (tenant_id, order_id) where state = 'open';
