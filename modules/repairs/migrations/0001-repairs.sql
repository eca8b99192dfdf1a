-- A device to be repaired, from the report to the person who checks that it works.
create table repair_order (
  tenant_id int not null references tenant,
  id uuid not null,
  repair_no text not null,
  created_at timestamptz not null,
  lot_id uuid not null,
  lane_id uuid,
  device_kind text not null,
  device_name text not null,
  fault text not null,
  urgency text not null check (urgency in ('high', 'medium', 'low')),
  state text not null check (state in ('reported', 'dispatched', 'repairing', 'done', 'verified', 'cancelled')),
  -- The end of its time limit.
  due_at timestamptz not null,
  -- When it was said that the limit has passed.
  overdue_at timestamptz,
  alarm_id uuid,
  -- The rule that opened it; null where a person did.
  rule_id uuid,
  reporter_name text not null,
  assignee_id uuid,
  assignee_name text,
  dispatched_at timestamptz,
  started_at timestamptz,
  done_at timestamptz,
  -- Who said that it is done; somebody else verifies it.
  done_by uuid,
  result text,
  parts text,
  cost_fen bigint not null default 0 check (cost_fen >= 0),
  closed_at timestamptz,
  closed_by_name text,
  primary key (tenant_id, id),
  unique (tenant_id, repair_no),
  foreign key (tenant_id, lot_id) references lot (tenant_id, id),
  foreign key (tenant_id, lane_id) references lane (tenant_id, id),
  check ((state in ('verified', 'cancelled')) = (closed_at is not null)),
  check ((assignee_id is null) = (assignee_name is null)),
  check (state not in ('dispatched', 'repairing', 'done', 'verified') or assignee_name is not null)
);
create index repair_order_lot on repair_order (tenant_id, lot_id, created_at, id);
create index repair_order_created on repair_order (tenant_id, created_at, id);
create index repair_order_lane on repair_order (tenant_id, lane_id) where lane_id is not null;
create index repair_order_open on repair_order (tenant_id, state, due_at) where closed_at is null;
-- An alarm has one open order.
create unique index repair_order_alarm on repair_order (tenant_id, alarm_id) where alarm_id is not null and state <> 'cancelled';
select tenant_table('repair_order');
create view repair_fact with (security_invoker = true) as
  select tenant_id, id, lot_id, lane_id, device_kind, device_name, state, due_at, created_at, closed_at from repair_order;
grant select on repair_fact to boyun_app, boyun_system;

-- What was done to it, by whom, with pictures; nobody rewrites it.
create table repair_step (
  tenant_id int not null references tenant,
  id uuid not null,
  repair_order_id uuid not null,
  at timestamptz not null,
  act text not null check (act in ('reported', 'dispatched', 'started', 'done', 'returned', 'verified', 'cancelled')),
  note text,
  actor_name text not null,
  pictures text[] not null default '{}',
  primary key (tenant_id, id),
  foreign key (tenant_id, repair_order_id) references repair_order (tenant_id, id) on delete cascade
);
create index repair_step_order on repair_step (tenant_id, repair_order_id, id);
select tenant_table('repair_step');
select append_only('repair_step');

-- Alarms that become orders by themselves when nobody has ended them for a time.
create table repair_rule (
  tenant_id int not null references tenant,
  id uuid not null,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  name text not null,
  alarm_kind text not null,
  -- None for all lots.
  lot_ids uuid[] not null,
  after_minutes int not null check (after_minutes between 0 and 10080),
  urgency text not null check (urgency in ('high', 'medium', 'low')),
  -- Who is sent; null leaves that to a person.
  assignee_id uuid,
  is_enabled boolean not null,
  primary key (tenant_id, id),
  unique (tenant_id, name)
);
create index repair_rule_enabled on repair_rule (alarm_kind) where is_enabled;
select tenant_table('repair_rule');
