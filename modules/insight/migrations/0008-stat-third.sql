-- The figures of `stat_hour` by thirds of a UTC day: the days of China, which begin at 16:00 UTC, are summed from three rows instead of
-- twenty-four.
create table stat_third (
  tenant_id int not null references tenant,
  third timestamptz not null,
  lot_id uuid not null,
  metric text not null,
  dimension text not null,
  count bigint not null,
  amount_fen bigint not null,
  seconds bigint not null default 0,
  primary key (tenant_id, third, lot_id, metric, dimension)
);
select tenant_table('stat_third');
insert into stat_third (tenant_id, third, lot_id, metric, dimension, count, amount_fen, seconds)
select tenant_id, date_bin('8 hours', hour, timestamptz '2000-01-01T00:00:00Z'), lot_id, metric, dimension, sum(count), sum(amount_fen),
  sum(seconds)
from stat_hour group by 1, 2, 3, 4, 5;
