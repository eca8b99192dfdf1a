-- Retention terms of a tenant in days. A tenant without its own terms gets the defaults, from `begins_at` on.
create table retention_setting (
  tenant_id int primary key references tenant,
  version int not null default 0,
  updated_at timestamptz not null,
  begins_at timestamptz not null,
  passing_picture_days int not null default 90 check (passing_picture_days between 30 and 1095),
  stranger_plate_days int not null default 365 check (stranger_plate_days between 90 and 1825),
  passing_days int not null default 1095 check (passing_days between 183 and 3650),
  device_message_days int not null default 30 check (device_message_days between 7 and 365),
  push_send_days int not null default 365 check (push_send_days between 30 and 1095),
  audit_log_days int not null default 1095 check (audit_log_days between 183 and 3650),
  login_log_days int not null default 365 check (login_log_days between 183 and 3650),
  event_days int not null default 1825 check (event_days between 1095 and 3650),
  alarm_days int not null default 1095 check (alarm_days between 183 and 3650),
  message_days int not null default 180 check (message_days between 30 and 1095),
  feedback_days int not null default 1095 check (feedback_days between 183 and 3650)
);
select tenant_table('retention_setting');

-- Progress of the removal per kind, and the result of its last run.
create table retention_state (
  tenant_id int not null references tenant,
  kind text not null,
  -- The last row examined; the next step continues after it.
  position uuid,
  -- Rows that had to be kept are examined again later, starting from the first.
  restarted_at timestamptz,
  run_began_at timestamptz,
  finished_at timestamptz,
  run_count int not null default 0,
  total_count bigint not null default 0,
  primary key (tenant_id, kind)
);
select tenant_table('retention_state');
