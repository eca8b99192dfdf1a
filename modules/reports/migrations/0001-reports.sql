-- What an account does with the pages of reports: its favourites, and when it last opened them.
create table report_mark (
  tenant_id int not null references tenant,
  account_id uuid not null,
  -- Key of the page.
  page text not null,
  is_favourite boolean not null default false,
  used_at timestamptz,
  use_count int not null default 0,
  primary key (tenant_id, account_id, page),
  foreign key (tenant_id, account_id) references account (tenant_id, id)
);
select tenant_table('report_mark');

-- The addresses that reports may be sent to; administrators keep them.
create table report_recipient (
  tenant_id int not null references tenant,
  id uuid not null,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  name text not null,
  mail text not null,
  is_active boolean not null default true,
  primary key (tenant_id, id),
  unique (tenant_id, mail)
);
select tenant_table('report_recipient');

-- A report that is sent again and again, with the rights of its owner.
create table report_schedule (
  tenant_id int not null references tenant,
  id uuid not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  account_id uuid not null,
  name text not null,
  -- Name of the report, its filters as on the wire, and the days they are completed with.
  report text not null,
  filters jsonb not null,
  period text not null check (period in ('none', 'yesterday', 'last-7-days', 'last-week', 'this-month', 'last-month')),
  rhythm text not null check (rhythm in ('day', 'week', 'month')),
  week_day smallint check (week_day between 0 and 6),
  month_day smallint check (month_day between 1 and 28),
  at_time text not null default '07:00' check (at_time ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  format text not null check (format in ('xlsx', 'xls', 'csv')),
  delivery text not null check (delivery in ('attachment', 'link')),
  recipient_ids uuid[] not null default '{}',
  language text not null check (language in ('zh', 'en')),
  state text not null default 'active' check (state in ('active', 'paused')),
  paused_why text check (paused_why in ('by-hand', 'owner-left', 'no-right', 'changed', 'no-recipient')),
  next_at timestamptz not null,
  last_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, account_id) references account (tenant_id, id),
  check ((state = 'paused') = (paused_why is not null)),
  check ((rhythm = 'week') = (week_day is not null)),
  check ((rhythm = 'month') = (month_day is not null))
);
create index report_schedule_account on report_schedule (tenant_id, account_id);
create index report_schedule_due on report_schedule (next_at) where state = 'active';
select tenant_table('report_schedule');

-- One run of a schedule: the task that writes the file, and the mails with it.
create table report_run (
  tenant_id int not null references tenant,
  id uuid not null,
  schedule_id uuid not null,
  at timestamptz not null,
  task_id uuid not null,
  state text not null default 'running' check (state in ('running', 'sent', 'failed')),
  row_count int,
  file_key text,
  file_name text,
  expires_at timestamptz,
  -- Whom it was sent to, as names.
  recipients text[] not null default '{}',
  -- The mails in the outbox.
  send_ids uuid[] not null default '{}',
  delivery text not null check (delivery in ('attachment', 'link')),
  error_zh text,
  error_en text,
  ended_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, schedule_id) references report_schedule (tenant_id, id) on delete cascade
);
create index report_run_schedule on report_run (tenant_id, schedule_id, id);
create index report_run_task on report_run (tenant_id, task_id) where state = 'running';
select tenant_table('report_run');
