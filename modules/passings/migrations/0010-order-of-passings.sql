-- The stay a passing began or ended.
create or replace view passing_fact with (security_invoker = true) as
  select tenant_id, id, camera_id, event_key, plate, picture, happened_at, decision, answer, lot_id, lane_id, direction, plate_color,
    is_late, voided_at, order_id
  from passing;
