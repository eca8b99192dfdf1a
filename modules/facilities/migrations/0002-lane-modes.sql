-- The mode of a lane is set by an act of its own, with its reason and, if it is for a time, its end.
alter table lane alter mode set default 'normal';
alter table lane add mode_until timestamptz, add mode_reason text;
alter table lane add constraint lane_mode_end check (mode_until is null or mode <> 'normal');
-- The sweep that ends modes finds them here, over all tenants.
create index lane_mode_until on lane (mode_until) where mode_until is not null;
create or replace view lane_fact with (security_invoker = true) as
  select tenant_id, id, created_at, name, code, gate_id, lot_id, direction, when_full, no_plate, unmatched, tidal_plan,
    mode, mode_until
  from lane;
