-- What happened, counted by lot and hour: computed from the event log alone (projection `stat-hour`), so that it can be
-- thrown away and computed again. `hour` is a full UTC hour; days of a zone are put together from hours, and where a
-- boundary does not fall on one, the rest is counted from the event log itself.
create table stat_hour (
  tenant_id int not null references tenant,
  hour timestamptz not null,
  lot_id uuid not null,
  metric text not null check (metric in ('entry', 'exit', 'close', 'void', 'reduced', 'unpaid', 'received', 'excess', 'stay')),
  -- What a metric is split by: plate colour of entries, channel of money received, where a voided car was, the minutes a
  -- stay reached (the bucket of its length).
  dimension text not null,
  count bigint not null,
  amount_fen bigint not null,
  -- How long the stays lasted together.
  seconds bigint not null default 0,
  primary key (tenant_id, hour, lot_id, metric, dimension)
);
select tenant_table('stat_hour');

-- How cars moved, by lot and quarter of an hour, in one row each: the hours of every zone are put together from quarters,
-- those of zones that are half an hour off too. `inside_seconds` is what the changes of the quarter add to the seconds
-- cars stood inside until its end.
create table stat_quarter (
  tenant_id int not null references tenant,
  quarter timestamptz not null,
  lot_id uuid not null,
  entries int not null,
  exits int not null,
  inside_change int not null,
  inside_seconds bigint not null,
  primary key (tenant_id, quarter, lot_id)
);
select tenant_table('stat_quarter');

-- The change of the cars inside by lot and UTC day: how many were inside at any moment is summed from few rows.
create table stat_day (
  tenant_id int not null references tenant,
  lot_id uuid not null,
  day date not null,
  inside_change int not null,
  primary key (tenant_id, lot_id, day)
);
select tenant_table('stat_day');

-- Cars in and out by lane, plate colour and quarter of an hour; `lane_key` is the lane's id, empty where a passage has none.
create table stat_lane (
  tenant_id int not null references tenant,
  quarter timestamptz not null,
  lot_id uuid not null,
  lane_key text not null,
  plate_color smallint not null,
  entries int not null,
  exits int not null,
  primary key (tenant_id, quarter, lot_id, lane_key, plate_color)
);
select tenant_table('stat_lane');

-- The few kinds that are counted, by when they happened: the part of an hour that a comparison until now needs.
create index event_counted on event (tenant_id, at)
  where kind in ('stay.opened', 'stay.left', 'stay.closed', 'stay.voided', 'stay.restored', 'stay.recounted', 'payment.succeeded', 'payment.refunded');
