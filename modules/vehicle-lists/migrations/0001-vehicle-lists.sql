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
