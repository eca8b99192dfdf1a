-- What happened, counted by lot and hour: computed from the event log alone (projection `stat-hour`), so that it can be
-- thrown away and computed again. `hour` is a full UTC hour; days of a zone are put together from hours, and where a
-- boundary does not fall on one, the rest is counted from the event log itself.
create table stat_hour (
  tenant_id int not null references tenant,
  hour timestamptz not null,
  lot_id uuid not null,
  metric text not null check (metric in ('entry', 'exit', 'close', 'void', 'reduced', 'unpaid', 'received', 'excess')),
  -- What a metric is split by: plate colour of entries, channel of money received, where a voided car was.
  dimension text not null,
  count bigint not null,
  amount_fen bigint not null,
  primary key (tenant_id, hour, lot_id, metric, dimension)
);
select tenant_table('stat_hour');

-- The few kinds that are counted, by when they happened: the part of an hour that a comparison until now needs.
create index event_counted on event (tenant_id, at)
  where kind in ('stay.opened', 'stay.left', 'stay.closed', 'stay.voided', 'stay.restored', 'stay.recounted', 'payment.succeeded', 'payment.refunded');
