-- What an alarm is about: counts of vehicles and of devices are kept apart.
create or replace view alarm_fact with (security_invoker = true) as
  select tenant_id, id, state, lot_id, plate, passing_id, order_id, kind from alarm;
