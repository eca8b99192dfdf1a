-- Groups of companies; a group may be part of another.
create table unit_group (
  tenant_id int not null references tenant,
  id uuid not null,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  name text not null,
  parent_id uuid,
  contact text,
  mobile text,
  remark text,
  primary key (tenant_id, id),
  unique (tenant_id, name),
  foreign key (tenant_id, parent_id) references unit_group (tenant_id, id),
  check (parent_id <> id)
);
create index unit_group_parent on unit_group (tenant_id, parent_id);
select tenant_table('unit_group');

-- A company that has spots by contract. `over_quota` is what becomes of its cars when all its spots of a lot are taken.
create table unit (
  tenant_id int not null references tenant,
  id uuid not null,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  name text not null,
  group_id uuid,
  status int not null default 2 check (status in (1, 2)),
  lot_ids uuid[] not null check (cardinality(lot_ids) > 0),
  contact text,
  mobile text,
  address text,
  valid_from timestamptz not null,
  valid_until timestamptz check (valid_until >= valid_from),
  over_quota text not null check (over_quota in ('pay', 'wait', 'refuse')),
  has_paid_visits boolean not null default false,
  remark text,
  primary key (tenant_id, id),
  unique (tenant_id, name),
  foreign key (tenant_id, group_id) references unit_group (tenant_id, id)
);
create index unit_of_group on unit (tenant_id, group_id);
select tenant_table('unit');
select names_lots('unit');

-- The spots of a unit in a lot, and the monthly price of each. A stay that uses one names the row as its list entry.
create table unit_quota (
  tenant_id int not null references tenant,
  id uuid not null,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unit_id uuid not null,
  lot_id uuid not null,
  spots int not null check (spots >= 0),
  spot_fee_fen bigint not null check (spot_fee_fen >= 0),
  remark text,
  primary key (tenant_id, id),
  unique (tenant_id, unit_id, lot_id),
  foreign key (tenant_id, unit_id) references unit (tenant_id, id),
  foreign key (tenant_id, lot_id) references lot (tenant_id, id)
);
create index unit_quota_lot on unit_quota (tenant_id, lot_id);
select tenant_table('unit_quota');

create table unit_department (
  tenant_id int not null references tenant,
  id uuid not null,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unit_id uuid not null,
  name text not null,
  head text,
  mobile text,
  remark text,
  primary key (tenant_id, id),
  unique (tenant_id, unit_id, name),
  foreign key (tenant_id, unit_id) references unit (tenant_id, id)
);
select tenant_table('unit_department');

-- Cars of a unit; they share its spots. An empty list of lots stands for all lots of the unit.
create table unit_vehicle (
  tenant_id int not null references tenant,
  id uuid not null,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unit_id uuid not null,
  plate text not null,
  department_id uuid,
  driver_name text,
  driver_phone text,
  lot_ids uuid[] not null default '{}',
  valid_from timestamptz not null,
  valid_until timestamptz check (valid_until >= valid_from),
  remark text,
  primary key (tenant_id, id),
  -- Finds a plate at each passing, and keeps an import done twice from doubling its rows.
  unique nulls not distinct (tenant_id, plate, unit_id, lot_ids, valid_from, valid_until),
  foreign key (tenant_id, unit_id) references unit (tenant_id, id),
  foreign key (tenant_id, department_id) references unit_department (tenant_id, id)
);
create index unit_vehicle_unit on unit_vehicle (tenant_id, unit_id, plate);
create index unit_vehicle_department on unit_vehicle (tenant_id, department_id) where department_id is not null;
select tenant_table('unit_vehicle');
select names_lots('unit_vehicle');

-- Visitors of a unit. What their stays would cost, up to the minutes named, is on its monthly bill.
create table unit_visitor (
  tenant_id int not null references tenant,
  id uuid not null,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unit_id uuid not null,
  plate text not null,
  lot_ids uuid[] not null check (cardinality(lot_ids) > 0),
  visitor_name text,
  host_name text not null,
  valid_from timestamptz not null,
  valid_until timestamptz not null check (valid_until >= valid_from),
  minutes int check (minutes > 0),
  invited_by text not null,
  cancelled_at timestamptz,
  remark text,
  primary key (tenant_id, id),
  foreign key (tenant_id, unit_id) references unit (tenant_id, id)
);
create index unit_visitor_plate on unit_visitor (tenant_id, plate);
create index unit_visitor_unit on unit_visitor (tenant_id, unit_id, valid_from);
select tenant_table('unit_visitor');
select names_lots('unit_visitor');

-- What a unit owes for a month in a lot: rent of its spots by days of the contract, and the stays of its visitors.
create table unit_bill (
  tenant_id int not null references tenant,
  id uuid not null,
  bill_no text not null,
  unit_id uuid not null,
  lot_id uuid not null,
  month text not null check (month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  created_at timestamptz not null,
  due_at timestamptz not null,
  spots int not null check (spots >= 0),
  spot_fee_fen bigint not null check (spot_fee_fen >= 0),
  contract_days int not null check (contract_days between 0 and 31),
  month_days int not null check (month_days between 28 and 31),
  rent_fen bigint not null check (rent_fen >= 0),
  visitor_count int not null check (visitor_count >= 0),
  visitor_fen bigint not null check (visitor_fen >= 0),
  amount_fen bigint not null check (amount_fen = rent_fen + visitor_fen),
  paid_fen bigint not null default 0 check (paid_fen >= 0),
  paid_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, bill_no),
  unique (tenant_id, unit_id, lot_id, month),
  foreign key (tenant_id, unit_id) references unit (tenant_id, id),
  foreign key (tenant_id, lot_id) references lot (tenant_id, id)
);
create index unit_bill_lot on unit_bill (tenant_id, lot_id);
create index unit_bill_month on unit_bill (tenant_id, month);
select tenant_table('unit_bill');
create view unit_bill_fact with (security_invoker = true) as
  select tenant_id, id, bill_no, unit_id, lot_id, month, amount_fen, paid_fen from unit_bill;
grant select on unit_bill_fact to boyun_app, boyun_system;

-- The accounts of a unit. A manager adds and freezes the others.
create table unit_account (
  tenant_id int not null references tenant,
  account_id uuid not null,
  unit_id uuid not null,
  is_manager boolean not null,
  created_at timestamptz not null,
  primary key (tenant_id, account_id),
  foreign key (tenant_id, unit_id) references unit (tenant_id, id),
  foreign key (tenant_id, account_id) references account (tenant_id, id) on delete cascade
);
create index unit_account_unit on unit_account (tenant_id, unit_id);
select tenant_table('unit_account');
