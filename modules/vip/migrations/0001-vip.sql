-- What the cars of a VIP group have: a policy within lots, kinds of spots and vehicles, days and hours. Empty lists set no limit.
create table vip_group (
  tenant_id int not null references tenant,
  id uuid not null,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  name text not null,
  -- 1 disabled, 2 enabled.
  status int not null default 2 check (status in (1, 2)),
  effect text not null check (effect in ('amount', 'percent', 'minutes', 'fixed-price', 'free')),
  amount_fen bigint check (amount_fen > 0),
  percent int check (percent between 1 and 99),
  minutes int check (minutes > 0),
  price_fen bigint check (price_fen >= 0),
  lot_ids uuid[] not null default '{}',
  spot_kinds text[] not null default '{}',
  vehicle_kinds text[] not null default '{}',
  days int[] not null default '{}',
  daily_from text check (daily_from ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  daily_to text check (daily_to ~ '^(([01]\d|2[0-3]):[0-5]\d|24:00)$'),
  remark text,
  primary key (tenant_id, id),
  unique (tenant_id, name),
  check ((daily_from is null) = (daily_to is null)),
  check ((effect = 'amount') = (amount_fen is not null)),
  check ((effect = 'percent') = (percent is not null)),
  check ((effect = 'minutes') = (minutes is not null)),
  check ((effect = 'fixed-price') = (price_fen is not null))
);
select tenant_table('vip_group');
select names_lots('vip_group');

-- Cars of VIP groups. Reductions name the row as their source.
create table vip_vehicle (
  tenant_id int not null references tenant,
  id uuid not null,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  vip_group_id uuid not null,
  plate text not null,
  owner_name text,
  owner_phone text,
  valid_from timestamptz not null,
  valid_until timestamptz check (valid_until >= valid_from),
  remark text,
  primary key (tenant_id, id),
  -- Finds a plate at each passing, and keeps an import done twice from doubling its rows.
  unique nulls not distinct (tenant_id, plate, vip_group_id, valid_from, valid_until),
  foreign key (tenant_id, vip_group_id) references vip_group (tenant_id, id)
);
create index vip_vehicle_group on vip_vehicle (tenant_id, vip_group_id);
select tenant_table('vip_vehicle');
