-- The figures of `stat_hour` by UTC day: years are summed from few rows.
create table stat_total (
  tenant_id int not null references tenant,
  day date not null,
  lot_id uuid not null,
  metric text not null,
  dimension text not null,
  count bigint not null,
  amount_fen bigint not null,
  seconds bigint not null default 0,
  primary key (tenant_id, day, lot_id, metric, dimension)
);
select tenant_table('stat_total');
insert into stat_total (tenant_id, day, lot_id, metric, dimension, count, amount_fen, seconds)
select tenant_id, (hour at time zone 'UTC')::date, lot_id, metric, dimension, sum(count), sum(amount_fen), sum(seconds)
from stat_hour group by 1, 2, 3, 4, 5;
