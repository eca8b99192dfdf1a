-- Cars in and out by lane and quarter of an hour, for reports of other modules.
create view stat_lane_fact with (security_invoker = true) as
  select tenant_id, quarter, lot_id, vehicle_kind, entries, exits from stat_lane;
grant select on stat_lane_fact to boyun_app, boyun_system;
