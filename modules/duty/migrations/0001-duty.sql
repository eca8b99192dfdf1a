-- A booth where an attendant takes cash and looks after some lanes.
create table sentry (
  tenant_id int not null references tenant,
  id uuid not null,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  name text not null,
  lot_id uuid not null,
  box_id uuid,
  phone text,
  remark text,
  primary key (tenant_id, id),
  unique (tenant_id, lot_id, name),
  foreign key (tenant_id, lot_id) references lot (tenant_id, id),
  foreign key (tenant_id, box_id) references box (tenant_id, id)
);
create index sentry_box on sentry (tenant_id, box_id);
select tenant_table('sentry');

-- A lane belongs to at most one booth.
create table sentry_lane (
  tenant_id int not null references tenant,
  sentry_id uuid not null,
  lane_id uuid not null,
  primary key (tenant_id, lane_id),
  foreign key (tenant_id, sentry_id) references sentry (tenant_id, id) on delete cascade,
  foreign key (tenant_id, lane_id) references lane (tenant_id, id) on delete cascade
);
create index sentry_lane_sentry on sentry_lane (tenant_id, sentry_id);
select tenant_table('sentry_lane');

-- Planned duty times.
create table shift_plan (
  tenant_id int not null references tenant,
  id uuid not null,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  sentry_id uuid not null,
  lot_id uuid not null,
  name text not null,
  days int[] not null,
  starts_at text not null,
  ends_at text not null,
  primary key (tenant_id, id),
  unique (tenant_id, sentry_id, name),
  foreign key (tenant_id, sentry_id) references sentry (tenant_id, id),
  foreign key (tenant_id, lot_id) references lot (tenant_id, id)
);
create index shift_plan_lot on shift_plan (tenant_id, lot_id);
select tenant_table('shift_plan');

-- One person's duty in a booth, with the cash of that period. Differences are stored as signed.
create table shift (
  tenant_id int not null references tenant,
  id uuid not null,
  sentry_id uuid not null,
  lot_id uuid not null,
  account_id uuid not null,
  state text not null check (state in ('open', 'counted', 'closed')),
  opened_at timestamptz not null,
  opening_fen bigint not null check (opening_fen >= 0),
  counted_at timestamptz,
  expected_fen bigint,
  counted_fen bigint check (counted_fen >= 0),
  handed_in_fen bigint check (handed_in_fen >= 0),
  difference_fen bigint,
  note text,
  closed_at timestamptz,
  receiver_id uuid,
  primary key (tenant_id, id),
  foreign key (tenant_id, sentry_id) references sentry (tenant_id, id),
  foreign key (tenant_id, lot_id) references lot (tenant_id, id),
  foreign key (tenant_id, account_id) references account (tenant_id, id),
  foreign key (tenant_id, receiver_id) references account (tenant_id, id),
  check (state = 'open' or (counted_at is not null and difference_fen = counted_fen - expected_fen)),
  check (state <> 'closed' or (closed_at is not null and receiver_id is not null and receiver_id <> account_id))
);
create index shift_sentry on shift (tenant_id, sentry_id, opened_at);
create index shift_lot on shift (tenant_id, lot_id, opened_at);
create index shift_account on shift (tenant_id, account_id, opened_at);
create index shift_receiver on shift (tenant_id, receiver_id);
-- A booth has at most one open shift, and so has a person.
create unique index shift_open_sentry on shift (tenant_id, sentry_id) where state = 'open';
create unique index shift_open_account on shift (tenant_id, account_id) where state = 'open';
select tenant_table('shift');

-- Payments and refunds accounted for by a shift: each once, including one whose transaction committed only after an earlier count.
create table shift_payment (
  tenant_id int not null references tenant,
  -- A row of `money_fact`.
  move_id uuid not null,
  shift_id uuid not null,
  primary key (tenant_id, move_id),
  foreign key (tenant_id, shift_id) references shift (tenant_id, id)
);
create index shift_payment_shift on shift_payment (tenant_id, shift_id);
select tenant_table('shift_payment');

-- Log of the booths: shifts taken and handed over, and counts.
create table sentry_log (
  tenant_id int not null references tenant,
  id uuid not null,
  at timestamptz not null,
  kind text not null check (kind in ('opened', 'counted', 'recounted', 'closed')),
  sentry_id uuid not null,
  lot_id uuid not null,
  shift_id uuid not null,
  account_id uuid not null,
  amount_fen bigint,
  difference_fen bigint,
  note text,
  primary key (tenant_id, id),
  foreign key (tenant_id, sentry_id) references sentry (tenant_id, id),
  foreign key (tenant_id, lot_id) references lot (tenant_id, id),
  foreign key (tenant_id, shift_id) references shift (tenant_id, id),
  foreign key (tenant_id, account_id) references account (tenant_id, id)
);
create index sentry_log_at on sentry_log (tenant_id, at, id);
create index sentry_log_sentry on sentry_log (tenant_id, sentry_id, at);
create index sentry_log_lot on sentry_log (tenant_id, lot_id, at);
create index sentry_log_shift on sentry_log (tenant_id, shift_id);
create index sentry_log_account on sentry_log (tenant_id, account_id);
select tenant_table('sentry_log');
select append_only('sentry_log');

-- Manual operations outside the normal course, derived from the event log; the id is that of the event.
create table sentry_operation (
  tenant_id int not null references tenant,
  id uuid not null,
  at timestamptz not null,
  abnormal_type smallint not null check (abnormal_type between 1 and 12),
  source smallint not null check (source between 1 and 4),
  lot_id uuid not null,
  lane_id uuid,
  sentry_id uuid,
  order_id uuid,
  plate text,
  person_id uuid,
  person_name text not null,
  reason text,
  detail_zh text,
  detail_en text,
  picture text,
  primary key (tenant_id, id),
  foreign key (tenant_id, lot_id) references lot (tenant_id, id),
  foreign key (tenant_id, lane_id) references lane (tenant_id, id),
  foreign key (tenant_id, sentry_id) references sentry (tenant_id, id)
);
create index sentry_operation_at on sentry_operation (tenant_id, at, id);
create index sentry_operation_lot on sentry_operation (tenant_id, lot_id, at);
create index sentry_operation_lane on sentry_operation (tenant_id, lane_id, at);
create index sentry_operation_sentry on sentry_operation (tenant_id, sentry_id, at);
create index sentry_operation_person on sentry_operation (tenant_id, person_id, at);
create index sentry_operation_plate on sentry_operation (tenant_id, plate, at);
select tenant_table('sentry_operation');
select append_only('sentry_operation');

-- Comparison of the cars found in a lot with those the system has inside. A lot has at most one stock-take in progress.
create table stock_take (
  tenant_id int not null references tenant,
  id uuid not null,
  lot_id uuid not null,
  state text not null default 'counting' check (state in ('counting', 'finished', 'cancelled')),
  started_at timestamptz not null,
  started_by uuid,
  started_by_name text not null,
  inside_count int not null,
  ended_at timestamptz,
  ended_by_name text,
  reason text,
  closed_count int,
  pending_count int,
  added_count int,
  primary key (tenant_id, id),
  foreign key (tenant_id, lot_id) references lot (tenant_id, id)
);
create index stock_take_lot on stock_take (tenant_id, lot_id, started_at);
create unique index stock_take_counting on stock_take (tenant_id, lot_id) where state = 'counting';
select tenant_table('stock_take');

create table stock_take_car (
  tenant_id int not null references tenant,
  stock_take_id uuid not null,
  plate text not null,
  counted_at timestamptz not null,
  counted_by_name text not null,
  primary key (tenant_id, stock_take_id, plate),
  foreign key (tenant_id, stock_take_id) references stock_take (tenant_id, id) on delete cascade
);
select tenant_table('stock_take_car');

-- What is inspected in a lot, and how often.
create table inspection_plan (
  tenant_id int not null references tenant,
  id uuid not null,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  name text not null,
  lot_id uuid not null,
  inspector_id uuid,
  every_days int not null check (every_days between 1 and 365),
  due_hours int not null check (due_hours between 1 and 720),
  items text not null,
  is_enabled boolean not null,
  next_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, lot_id) references lot (tenant_id, id),
  foreign key (tenant_id, inspector_id) references account (tenant_id, id)
);
create index inspection_plan_lot on inspection_plan (tenant_id, lot_id);
create index inspection_plan_inspector on inspection_plan (tenant_id, inspector_id);
create index inspection_plan_due on inspection_plan (next_at) where is_enabled;
select tenant_table('inspection_plan');

-- One inspection of a lot: inspector, due time and findings.
create table inspection (
  tenant_id int not null references tenant,
  id uuid not null,
  plan_id uuid,
  lot_id uuid not null,
  name text not null,
  state text not null default 'open' check (state in ('open', 'done')),
  inspector_id uuid,
  created_at timestamptz not null,
  due_at timestamptz not null,
  items text[] not null default '{}',
  done_at timestamptz,
  rating smallint check (rating between 1 and 5),
  note text,
  problem_count int not null default 0,
  primary key (tenant_id, id),
  foreign key (tenant_id, plan_id) references inspection_plan (tenant_id, id) on delete set null (plan_id),
  foreign key (tenant_id, lot_id) references lot (tenant_id, id),
  foreign key (tenant_id, inspector_id) references account (tenant_id, id),
  check ((state = 'done') = (done_at is not null))
);
create index inspection_plan_of on inspection (tenant_id, plan_id);
create index inspection_lot on inspection (tenant_id, lot_id, created_at);
create index inspection_inspector on inspection (tenant_id, inspector_id, state);
select tenant_table('inspection');

create table inspection_finding (
  tenant_id int not null references tenant,
  inspection_id uuid not null,
  place int not null,
  item text not null,
  is_fine boolean not null,
  note text,
  pictures text[] not null default '{}',
  primary key (tenant_id, inspection_id, place),
  foreign key (tenant_id, inspection_id) references inspection (tenant_id, id)
);
select tenant_table('inspection_finding');
select append_only('inspection_finding');

-- Clocking in and out of collectors; a person is clocked in at one lot at a time.
create table attendance (
  tenant_id int not null references tenant,
  id uuid not null,
  account_id uuid not null,
  lot_id uuid not null,
  signed_in_at timestamptz not null,
  in_place text,
  signed_out_at timestamptz,
  out_place text,
  device text,
  primary key (tenant_id, id),
  foreign key (tenant_id, account_id) references account (tenant_id, id),
  foreign key (tenant_id, lot_id) references lot (tenant_id, id),
  check (signed_out_at >= signed_in_at)
);
create unique index attendance_open on attendance (tenant_id, account_id) where signed_out_at is null;
create index attendance_account on attendance (tenant_id, account_id, signed_in_at);
create index attendance_lot on attendance (tenant_id, lot_id, signed_in_at);
create index attendance_time on attendance (tenant_id, signed_in_at);
select tenant_table('attendance');
