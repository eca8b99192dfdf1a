-- Cars in and out by lane, kind of vehicle and quarter of an hour, instead of by plate colour; filled again from the event log by the
-- projection `stat-lane`. `lane_key` is the lane's id, `vehicle_kind` the kind of vehicle; both are empty where they are not known.
drop table stat_lane;
create table stat_lane (
  tenant_id int not null references tenant,
  quarter timestamptz not null,
  lot_id uuid not null,
  lane_key text not null,
  vehicle_kind text not null,
  entries int not null,
  exits int not null,
  primary key (tenant_id, quarter, lot_id, lane_key, vehicle_kind)
);
select tenant_table('stat_lane');
