-- Which device an alarm is about, how often it came while it was open, and until when nobody wants to hear of it.
alter table alarm
  add column device_kind text,
  add column device_id uuid,
  add column device_name text,
  add column seen_count int not null default 1,
  add column last_raised_at timestamptz,
  add column snoozed_until timestamptz,
  add column snoozed_by_name text;
create index alarm_device_open on alarm (tenant_id, device_id, kind) where device_id is not null and state in ('new', 'claimed');
create index alarm_snoozed on alarm (snoozed_until) where snoozed_until is not null;
create or replace view alarm_fact with (security_invoker = true) as
  select tenant_id, id, state, lot_id, plate, passing_id, order_id, kind, severity, lane_id, raised_at, description_zh, description_en,
    device_kind, device_name, snoozed_until
  from alarm;
