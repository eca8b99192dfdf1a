-- By this id the days of spots are found when their time is over, as rows of other tables are.
alter table spot_day
  add id uuid not null generated always as (first_uuid(day::timestamp at time zone 'UTC')) stored;
create index spot_day_id on spot_day (tenant_id, id);
