-- The places, from region to spot, and the number of cars inside each lot.
create table region (
  tenant_id int not null references tenant,
  id uuid not null,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  name text not null,
  code text not null,
  level text not null check (level in ('province', 'city', 'district')),
  parent_id uuid,
  primary key (tenant_id, id),
  unique (tenant_id, code),
  foreign key (tenant_id, parent_id) references region (tenant_id, id)
);
create index region_parent on region (tenant_id, parent_id);
select tenant_table('region');

create table area (
  tenant_id int not null references tenant,
  id uuid not null,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  name text not null,
  leader_name text,
  target_fen bigint check (target_fen >= 0),
  remark text,
  primary key (tenant_id, id),
  unique (tenant_id, name)
);
select tenant_table('area');
create view area_fact with (security_invoker = true) as
  select tenant_id, id, name from area;
grant select on area_fact to boyun_app, boyun_system;

create table lot (
  tenant_id int not null references tenant,
  id uuid not null,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  name text not null,
  code text not null,
  kind text not null check (kind in ('closed', 'roadside')),
  state text not null check (state in ('open', 'closed')),
  region_id uuid,
  area_id uuid,
  outer_lot_id uuid check (outer_lot_id <> id),
  address text,
  longitude double precision check (longitude between -180 and 180),
  latitude double precision check (latitude between -90 and 90),
  time_zone text not null,
  capacity int not null check (capacity >= 0),
  rentable_spots int not null check (rentable_spots >= 0),
  ev_spots int not null check (ev_spots >= 0),
  accessible_spots int not null check (accessible_spots >= 0),
  fixed_spots int not null check (fixed_spots >= 0),
  rented_spots int not null check (rented_spots >= 0),
  shared_spots int not null check (shared_spots >= 0),
  duplicate_entry text not null check (duplicate_entry in ('admit', 'hold')),
  order_lock_seconds int check (order_lock_seconds between 5 and 1200),
  arrears_limit_fen bigint check (arrears_limit_fen >= 0),
  has_debt_collection boolean not null default false,
  overstay_hours int not null check (overstay_hours between 1 and 8760),
  contact_name text,
  contact_phone text,
  license_no text,
  operator_name text,
  opening_hours text not null,
  pictures text[] not null,
  remark text,
  primary key (tenant_id, id),
  unique (tenant_id, name),
  unique (tenant_id, code),
  check (ev_spots + accessible_spots + fixed_spots + rented_spots + shared_spots <= capacity),
  check (rented_spots <= rentable_spots and rentable_spots <= capacity),
  foreign key (tenant_id, region_id) references region (tenant_id, id),
  foreign key (tenant_id, area_id) references area (tenant_id, id),
  foreign key (tenant_id, outer_lot_id) references lot (tenant_id, id)
);
create index lot_region on lot (tenant_id, region_id);
create index lot_area on lot (tenant_id, area_id);
create index lot_outer on lot (tenant_id, outer_lot_id);
select tenant_table('lot');
create view lot_fact with (security_invoker = true) as
  select tenant_id, id, created_at, name, code, kind, state, area_id, outer_lot_id, address, time_zone, capacity,
    ev_spots, accessible_spots, fixed_spots, rented_spots, shared_spots, has_debt_collection, overstay_hours from lot;
grant select on lot_fact to boyun_app, boyun_system;

-- One row per lot, separate from the lot itself: a passing locks it without blocking edits of the lot.
create table lot_state (
  tenant_id int not null references tenant,
  lot_id uuid not null,
  cars_inside int not null default 0,
  primary key (tenant_id, lot_id),
  foreign key (tenant_id, lot_id) references lot (tenant_id, id) on delete cascade
) with (fillfactor = 50);
select tenant_table('lot_state');
create view lot_state_fact with (security_invoker = true) as
  select tenant_id, lot_id, cars_inside from lot_state;
grant select on lot_state_fact to boyun_app, boyun_system;

create table garage (
  tenant_id int not null references tenant,
  id uuid not null,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  lot_id uuid not null,
  name text not null,
  floor int not null,
  capacity int not null check (capacity >= 0),
  map_picture text,
  remark text,
  primary key (tenant_id, id),
  -- Referenced together with the lot by spots, so that garage and lot of a spot always agree.
  unique (tenant_id, lot_id, id),
  unique (tenant_id, lot_id, name),
  foreign key (tenant_id, lot_id) references lot (tenant_id, id)
);
select tenant_table('garage');
create view garage_fact with (security_invoker = true) as
  select tenant_id, id, lot_id, name, floor, capacity from garage;
grant select on garage_fact to boyun_app, boyun_system;

create table gate (
  tenant_id int not null references tenant,
  id uuid not null,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  name text not null,
  lot_id uuid not null,
  direction text not null check (direction in ('entry', 'exit', 'both')),
  position text,
  primary key (tenant_id, id),
  -- Referenced together with the lot by lanes, so that gate and lot of a lane always agree.
  unique (tenant_id, lot_id, id),
  unique (tenant_id, lot_id, name),
  foreign key (tenant_id, lot_id) references lot (tenant_id, id)
);
select tenant_table('gate');
create view gate_fact with (security_invoker = true) as
  select tenant_id, id, name, lot_id, direction, position from gate;
grant select on gate_fact to boyun_app, boyun_system;

create table lane (
  tenant_id int not null references tenant,
  id uuid not null,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  name text not null,
  code text not null,
  gate_id uuid not null,
  lot_id uuid not null,
  direction text not null check (direction in ('entry', 'exit')),
  mode text not null check (mode in ('normal', 'keep-open', 'peak')),
  when_full text not null check (when_full in ('wait', 'refuse', 'admit')),
  no_plate text not null check (no_plate in ('ticket', 'hold')),
  unmatched text not null check (unmatched in ('hold', 'open')),
  -- Weekly periods in which the lane runs in the other direction; empty for a lane with one fixed direction.
  tidal_plan jsonb not null,
  primary key (tenant_id, id),
  unique (tenant_id, lot_id, code),
  foreign key (tenant_id, lot_id) references lot (tenant_id, id),
  foreign key (tenant_id, lot_id, gate_id) references gate (tenant_id, lot_id, id)
);
create index lane_gate on lane (tenant_id, gate_id, lot_id);
select tenant_table('lane');
create view lane_fact with (security_invoker = true) as
  select tenant_id, id, created_at, name, code, gate_id, lot_id, direction, when_full, no_plate, unmatched, tidal_plan
  from lane;
grant select on lane_fact to boyun_app, boyun_system;

-- How a lane treats cars by their standing; `large` is for large vehicles. Where a lane has no row for a kind of list, the
-- default of that kind applies.
create table lane_policy (
  tenant_id int not null references tenant,
  lane_id uuid not null,
  standing text not null,
  policy text not null check (policy in ('open', 'confirm', 'deny')),
  primary key (tenant_id, lane_id, standing),
  foreign key (tenant_id, lane_id) references lane (tenant_id, id) on delete cascade
);
select tenant_table('lane_policy');
create view lane_policy_fact with (security_invoker = true) as
  select tenant_id, lane_id, standing, policy from lane_policy;
grant select on lane_policy_fact to boyun_app, boyun_system;

create table spot (
  tenant_id int not null references tenant,
  id uuid not null,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  number text not null,
  lot_id uuid not null,
  garage_id uuid,
  kind text not null check (kind in ('standard', 'ev', 'accessible', 'fixed', 'rented', 'shared')),
  state text not null check (state in ('free', 'taken', 'closed')),
  owner_name text,
  zone_name text,
  detector_no text,
  primary key (tenant_id, id),
  unique (tenant_id, lot_id, number),
  unique (tenant_id, detector_no),
  foreign key (tenant_id, lot_id) references lot (tenant_id, id),
  foreign key (tenant_id, lot_id, garage_id) references garage (tenant_id, lot_id, id)
);
create index spot_garage on spot (tenant_id, garage_id, lot_id);
select tenant_table('spot');
create view spot_fact with (security_invoker = true) as
  select tenant_id, id, number, lot_id, garage_id, kind, state, detector_no from spot;
grant select on spot_fact to boyun_app, boyun_system;

-- Returns the lots in these regions (with their sub-regions), in these areas, and these lots themselves: the meaning of a data scope.
create function lots_within(of_tenant int, regions uuid[], areas uuid[], lots uuid[]) returns uuid[] language sql stable as $$
  with recursive within as (
    select id from region where tenant_id = of_tenant and id = any(regions)
    union
    select r.id from region r join within w on r.parent_id = w.id where r.tenant_id = of_tenant
  )
  select coalesce(array_agg(id), '{}') from lot
  where tenant_id = of_tenant
    and (id = any(lots) or area_id = any(areas) or region_id in (select id from within))
$$;
