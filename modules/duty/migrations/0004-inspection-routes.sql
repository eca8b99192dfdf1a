-- A way over several lots that inspectors walk in order; the lots are those of its stops.
create table inspection_route (
  tenant_id int not null references tenant,
  id uuid not null,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  name text not null,
  lot_ids uuid[] not null default '{}',
  -- Those who may walk it; empty for all inspectors.
  inspector_ids uuid[] not null default '{}',
  expected_minutes int not null check (expected_minutes between 1 and 1440),
  items text not null,
  is_enabled boolean not null,
  primary key (tenant_id, id)
);
select tenant_table('inspection_route');

-- Where a route stops: a lot as a whole, or one of its places.
create table inspection_route_stop (
  tenant_id int not null references tenant,
  route_id uuid not null,
  place int not null check (place >= 1),
  lot_id uuid not null,
  garage_id uuid,
  gate_id uuid,
  lane_id uuid,
  zone_name text,
  -- Null: the items of the route.
  items text,
  primary key (tenant_id, route_id, place),
  foreign key (tenant_id, route_id) references inspection_route (tenant_id, id) on delete cascade,
  foreign key (tenant_id, lot_id) references lot (tenant_id, id),
  foreign key (tenant_id, lot_id, garage_id) references garage (tenant_id, lot_id, id),
  foreign key (tenant_id, lot_id, gate_id) references gate (tenant_id, lot_id, id),
  foreign key (tenant_id, lane_id) references lane (tenant_id, id),
  check (num_nonnulls(garage_id, gate_id, lane_id, zone_name) <= 1)
);
create index inspection_route_stop_lot on inspection_route_stop (tenant_id, lot_id);
create index inspection_route_stop_garage on inspection_route_stop (tenant_id, garage_id, lot_id);
create index inspection_route_stop_gate on inspection_route_stop (tenant_id, gate_id, lot_id);
create index inspection_route_stop_lane on inspection_route_stop (tenant_id, lane_id);
select tenant_table('inspection_route_stop');

-- A plan is for one lot or for a route, and may hold on some days of the week and at a time of the day.
alter table inspection_plan
  alter column lot_id drop not null,
  alter column items drop not null,
  add column route_id uuid,
  add column lot_ids uuid[] not null default '{}',
  add column days int[] not null default '{}',
  add column starts_at text,
  add foreign key (tenant_id, route_id) references inspection_route (tenant_id, id),
  add check (num_nonnulls(lot_id, route_id) = 1);
update inspection_plan set lot_ids = array[lot_id];
create index inspection_plan_route on inspection_plan (tenant_id, route_id);

-- One walk of a route: its stops as they were when it was made.
create table inspection_round (
  tenant_id int not null references tenant,
  id uuid not null,
  route_id uuid,
  plan_id uuid,
  -- The due time of the plan it was made for.
  planned_at timestamptz,
  name text not null,
  lot_ids uuid[] not null default '{}',
  inspector_ids uuid[] not null default '{}',
  inspector_id uuid,
  state text not null default 'waiting' check (state in ('waiting', 'walking', 'overdue', 'done')),
  expected_minutes int not null,
  created_at timestamptz not null,
  due_at timestamptz not null,
  started_at timestamptz,
  overdue_at timestamptz,
  ended_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, route_id) references inspection_route (tenant_id, id) on delete set null (route_id),
  foreign key (tenant_id, plan_id) references inspection_plan (tenant_id, id) on delete set null (plan_id),
  foreign key (tenant_id, inspector_id) references account (tenant_id, id),
  check ((state = 'done') = (ended_at is not null)),
  check (state not in ('walking', 'done') or started_at is not null)
);
create unique index inspection_round_planned on inspection_round (tenant_id, plan_id, planned_at);
create index inspection_round_route on inspection_round (tenant_id, route_id, created_at);
create index inspection_round_inspector on inspection_round (tenant_id, inspector_id);
create index inspection_round_time on inspection_round (tenant_id, created_at);
create index inspection_round_open on inspection_round (due_at) where state in ('waiting', 'walking');
select tenant_table('inspection_round');

create table inspection_round_stop (
  tenant_id int not null references tenant,
  round_id uuid not null,
  place int not null,
  lot_id uuid not null,
  -- Null: the lot as a whole.
  place_name text,
  items text[] not null default '{}',
  state text not null default 'open' check (state in ('open', 'done', 'skipped')),
  inspection_id uuid,
  reason text,
  ended_at timestamptz,
  primary key (tenant_id, round_id, place),
  foreign key (tenant_id, round_id) references inspection_round (tenant_id, id),
  foreign key (tenant_id, lot_id) references lot (tenant_id, id),
  foreign key (tenant_id, inspection_id) references inspection (tenant_id, id),
  check ((state = 'done') = (inspection_id is not null)),
  check ((state = 'skipped') = (reason is not null)),
  check ((state = 'open') = (ended_at is null))
);
create index inspection_round_stop_lot on inspection_round_stop (tenant_id, lot_id);
create index inspection_round_stop_inspection on inspection_round_stop (tenant_id, inspection_id);
select tenant_table('inspection_round_stop');
