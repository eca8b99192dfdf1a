-- What a repair order takes over from an alarm.
create or replace view alarm_fact with (security_invoker = true) as
  select tenant_id, id, state, lot_id, plate, passing_id, order_id, kind, severity, lane_id, raised_at, description_zh, description_en
  from alarm;
