-- How long it took to handle an alarm.
create or replace view alarm_fact with (security_invoker = true) as
  select tenant_id, id, state, lot_id, plate, passing_id, order_id, kind, severity, lane_id, raised_at, description_zh, description_en,
    device_kind, device_name, snoozed_until, claimed_at, closed_at
  from alarm;
