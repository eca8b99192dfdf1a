-- What reports of a month read about the stays that ended in it, in the index itself: a tenth of the rows. Nothing an order does after it
-- was opened leaves all of its indexed columns alone, so the further columns cost no update in place.
drop index if exists parking_order_left;
create index parking_order_left on parking_order (tenant_id, left_at)
  include (id, lot_id, plate, plate_color, vehicle_kind, standing, parking_state, pay_state, entered_at, exit_type, charge_version_id,
    fee_fen, reduced_fen, paid_fen, refunded_fen, due_fen)
  where left_at is not null;
-- The plates that entered, for those that come back.
drop index if exists parking_order_entered;
create index parking_order_entered on parking_order (tenant_id, entered_at, id) include (lot_id, plate, parking_state);
