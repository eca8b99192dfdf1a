-- The fixed code shown at a lot, a lane or a spot, by which drivers find and pay their stay there. A place has one valid code; a
-- replaced one is kept, and leads nowhere.
create table place_code (
  tenant_id int not null references tenant,
  id uuid not null,
  code text not null,
  kind text not null check (kind in ('lot', 'lane', 'spot')),
  lot_id uuid not null,
  -- The lot, lane or spot itself.
  place_id uuid not null,
  created_at timestamptz not null,
  ended_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, code),
  foreign key (tenant_id, lot_id) references lot (tenant_id, id) on delete cascade
);
create unique index place_code_place on place_code (tenant_id, place_id) where ended_at is null;
create index place_code_lot on place_code (tenant_id, lot_id, kind, id);
select tenant_table('place_code');

-- Each look-up of a plate by a fixed code. One that found a stay to pay has a pass: the code of the stranger's payment page, which
-- shows less than that of the stay itself and ends soon.
create table stay_lookup (
  tenant_id int not null references tenant,
  id uuid not null,
  at timestamptz not null,
  place_code_id uuid not null,
  lot_id uuid not null,
  address text not null,
  plate text not null,
  order_id uuid,
  pass_code text,
  primary key (tenant_id, id),
  foreign key (tenant_id, place_code_id) references place_code (tenant_id, id) on delete cascade,
  foreign key (tenant_id, lot_id) references lot (tenant_id, id) on delete cascade,
  check ((order_id is null) = (pass_code is null))
);
create unique index stay_lookup_pass on stay_lookup (tenant_id, pass_code) where pass_code is not null;
create index stay_lookup_code on stay_lookup (tenant_id, place_code_id, at);
create index stay_lookup_address on stay_lookup (tenant_id, address, at);
create index stay_lookup_plate on stay_lookup (tenant_id, lot_id, plate, at);
create index stay_lookup_at on stay_lookup (tenant_id, at, id);
select tenant_table('stay_lookup');
