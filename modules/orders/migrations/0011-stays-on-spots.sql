-- Stays that name their spot, by the time they began: the turnover of spots reads a month of them from this index alone.
create index parking_order_on_spot on parking_order (tenant_id, id) include (lot_id, spot_number, parking_state, entered_at, left_at)
  where spot_number is not null;
