alter table retention_setting
  add column event_days int not null default 1825 check (event_days between 1095 and 3650),
  add column alarm_days int not null default 1095 check (alarm_days between 183 and 3650),
  add column message_days int not null default 180 check (message_days between 30 and 1095);
-- Every tenant has 30 days to look at the terms it has not met yet. Forced, row-level security would hide the rows from an owner
-- that is no superuser.
alter table retention_setting no force row level security;
update retention_setting set begins_at = greatest(begins_at, now() + interval '30 days');
alter table retention_setting force row level security;
