-- By which version of a tariff stays were priced, for statistics.
create or replace view stay_fact with (security_invoker = true) as
  select tenant_id, id, order_no, lot_id, plate, plate_key, plate_color, vehicle_kind, standing, list_entry_id, spot_number,
    entered_at, left_at, entry_passing_id, entry_lane_id, exit_lane_id, entry_picture, exit_picture, exit_type,
    parking_state, pay_state, fee_fen, reduced_fen, paid_fen, refunded_fen, due_fen, fee_lines, pay_code, settlements, quoted_at,
    spot_kind, charge_version_id
  from parking_order;
