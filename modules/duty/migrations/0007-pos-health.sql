-- The battery of a terminal, and whether a collector on duty is not heard of.
alter table pos_device
  add battery_percent int check (battery_percent between 0 and 100),
  add is_battery_low boolean not null default false,
  add is_silent boolean not null default false;
-- The sweep looks for claimed terminals over all tenants.
create index pos_device_claimed on pos_device (last_seen_at) where status = 1 and not is_silent;

-- History goes after half a year at the earliest; the claim of the present collector stays, since late work is judged by it.
select prunable('pos_event', 180,
  'r.kind = ''claimed'' and exists (select from pos_device p where p.tenant_id = r.tenant_id and p.id = r.device_id and p.collector_id = r.collector_id)');
