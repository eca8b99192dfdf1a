-- Plates with a standing of their own. Entries of one plate may overlap; the service says which of them counts.
create table black_list (
  tenant_id int not null references tenant,
  id uuid not null,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  plate text not null,
  lot_id uuid,
  action text not null check (action in ('deny', 'warn')),
  valid_from timestamptz not null,
  valid_until timestamptz,
  reason text not null,
  primary key (tenant_id, id),
  check (valid_from <= valid_until),
  -- Finds a plate at each passing, and keeps an import done twice from doubling its entries.
  unique nulls not distinct (tenant_id, plate, lot_id, valid_from, valid_until),
  foreign key (tenant_id, lot_id) references lot (tenant_id, id)
);
create index black_list_lot on black_list (tenant_id, lot_id);
select tenant_table('black_list');

create table white_list (
  tenant_id int not null references tenant,
  id uuid not null,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  plate text not null,
  lot_id uuid,
  owner_name text,
  valid_from timestamptz not null,
  valid_until timestamptz,
  remark text,
  primary key (tenant_id, id),
  check (valid_from <= valid_until),
  -- Finds a plate at each passing, and keeps an import done twice from doubling its entries.
  unique nulls not distinct (tenant_id, plate, lot_id, valid_from, valid_until),
  foreign key (tenant_id, lot_id) references lot (tenant_id, id)
);
create index white_list_lot on white_list (tenant_id, lot_id);
select tenant_table('white_list');

-- Free within hours, times and minutes; entries of one plate may overlap, the nearest and youngest one holds.
create table free_list (
  tenant_id int not null references tenant,
  id uuid not null,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  plate text not null,
  lot_id uuid,
  owner_name text,
  daily_from text check (daily_from ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  daily_to text check (daily_to ~ '^(([01]\d|2[0-3]):[0-5]\d|24:00)$'),
  times_per_day int check (times_per_day > 0),
  minutes_per_stay int check (minutes_per_stay > 0),
  valid_from timestamptz not null,
  valid_until timestamptz,
  remark text,
  primary key (tenant_id, id),
  check (valid_from <= valid_until),
  check ((daily_from is null) = (daily_to is null)),
  unique nulls not distinct (tenant_id, plate, lot_id, valid_from, valid_until),
  foreign key (tenant_id, lot_id) references lot (tenant_id, id)
);
create index free_list_lot on free_list (tenant_id, lot_id);
select tenant_table('free_list');

-- A car of a fixed spot. Several cars may share a spot, but a car has one spot of a lot at a time.
create table fixed_list (
  tenant_id int not null references tenant,
  id uuid not null,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  plate text not null,
  lot_id uuid not null,
  spot_id uuid not null,
  owner_name text,
  owner_phone text,
  valid_from timestamptz not null,
  valid_until timestamptz,
  remark text,
  primary key (tenant_id, id),
  check (valid_from <= valid_until),
  unique nulls not distinct (tenant_id, plate, lot_id, valid_from, valid_until),
  foreign key (tenant_id, lot_id) references lot (tenant_id, id),
  foreign key (tenant_id, spot_id) references spot (tenant_id, id)
);
create index fixed_list_lot on fixed_list (tenant_id, lot_id);
create index fixed_list_spot on fixed_list (tenant_id, spot_id);
select tenant_table('fixed_list');

-- A visitor somebody expects. The codes open the invitation and, for the host, the decision on it.
create table visit_list (
  tenant_id int not null references tenant,
  id uuid not null,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Empty until the visitor has stated it.
  plate text,
  lot_id uuid not null,
  visitor_name text,
  visitor_phone text,
  host_name text not null,
  host_phone text,
  place text,
  valid_from timestamptz not null,
  valid_until timestamptz not null,
  free_minutes int check (free_minutes >= 0),
  repeats text not null check (repeats in ('once', 'repeated')),
  approval text not null check (approval in ('none', 'host', 'staff')),
  state text not null check (state in ('invited', 'pending', 'approved', 'rejected', 'used', 'cancelled', 'expired')),
  decided_by text,
  decided_at timestamptz,
  used_at timestamptz,
  code text not null,
  host_code text not null,
  remark text,
  primary key (tenant_id, id),
  check (valid_from <= valid_until),
  check (plate is not null or state in ('invited', 'cancelled', 'expired')),
  unique (tenant_id, code),
  unique (tenant_id, host_code),
  foreign key (tenant_id, lot_id) references lot (tenant_id, id)
);
create index visit_list_plate on visit_list (tenant_id, lot_id, plate);
-- What the sweep looks for.
create index visit_list_open on visit_list (valid_until) where state in ('invited', 'pending', 'approved');
select tenant_table('visit_list');
create view visit_list_fact with (security_invoker = true) as
  select tenant_id, id, plate, lot_id, state, code, host_code from visit_list;
grant select on visit_list_fact to boyun_app, boyun_system;
