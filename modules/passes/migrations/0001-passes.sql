-- A kind of monthly pack for sale. What was sold keeps its terms when the rule changes.
create table pack_rule (
  tenant_id int not null references tenant,
  id uuid not null,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  name text not null,
  -- Empty: all lots.
  lot_ids uuid[] not null default '{}',
  vehicle_kinds text[] not null default '{}',
  period text not null check (period in ('month', 'quarter', 'year', 'custom')),
  days int check (days > 0),
  price_fen bigint not null check (price_fen >= 0),
  daily_from text check (daily_from ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  daily_to text check (daily_to ~ '^(([01]\d|2[0-3]):[0-5]\d|24:00)$'),
  quota int check (quota > 0),
  cars_per_pack int not null check (cars_per_pack > 0),
  plates_per_pack int not null check (plates_per_pack >= cars_per_pack),
  renew_before_days int not null check (renew_before_days >= 0),
  renew_after_days int not null check (renew_after_days >= 0),
  remind_days int not null default 3 check (remind_days >= 0),
  has_review boolean not null,
  is_on_sale boolean not null,
  remark text,
  primary key (tenant_id, id),
  unique (tenant_id, name),
  check ((daily_from is null) = (daily_to is null)),
  check ((period = 'custom') = (days is not null))
);
select tenant_table('pack_rule');

-- A pack that was sold. `lot_id` is where it was sold and whose staff look after it, `lot_ids` where it holds.
create table pack (
  tenant_id int not null references tenant,
  id uuid not null,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  pack_no text not null,
  pack_rule_id uuid not null,
  lot_id uuid not null,
  lot_ids uuid[] not null,
  vehicle_kinds text[] not null,
  daily_from text,
  daily_to text,
  cars_per_pack int not null,
  owner_name text not null,
  owner_phone text,
  -- The plates it holds for now, for lists; `pack_plate` tells which held when.
  plates text not null,
  state text not null check (state in ('pending', 'active', 'paused', 'expired', 'cancelled', 'refunded')),
  valid_from timestamptz not null,
  valid_until timestamptz not null,
  paused_at timestamptz,
  ended_at timestamptz,
  -- What was sold and paid, stretch by stretch: `[{fromMs, toMs, paidFen}]`.
  terms jsonb not null,
  paid_fen bigint not null check (paid_fen >= 0),
  refunded_fen bigint not null default 0 check (refunded_fen between 0 and paid_fen),
  -- The end its owner was reminded of; another end is reminded of anew.
  reminded_until timestamptz,
  remark text,
  primary key (tenant_id, id),
  unique (tenant_id, pack_no),
  check (valid_from <= valid_until),
  check ((state = 'paused') = (paused_at is not null)),
  foreign key (tenant_id, pack_rule_id) references pack_rule (tenant_id, id),
  foreign key (tenant_id, lot_id) references lot (tenant_id, id)
);
create index pack_rule_of_pack on pack (tenant_id, pack_rule_id);
create index pack_lot on pack (tenant_id, lot_id, id);
create index pack_until on pack (tenant_id, valid_until, id);
-- What the sweep looks for.
create index pack_running on pack (valid_until) where state = 'active';
select tenant_table('pack');
create view pack_fact with (security_invoker = true) as
  select tenant_id, id, pack_no, lot_id, state, paid_fen, refunded_fen from pack;
grant select on pack_fact to boyun_app, boyun_system;

-- The cars of a pack. A plate that was changed stays, with the moment it ended.
create table pack_plate (
  tenant_id int not null references tenant,
  id uuid not null,
  pack_id uuid not null,
  plate text not null,
  from_at timestamptz not null,
  until_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, pack_id) references pack (tenant_id, id)
);
create index pack_plate_plate on pack_plate (tenant_id, plate);
create index pack_plate_pack on pack_plate (tenant_id, pack_id);
select tenant_table('pack_plate');

-- What was done to a pack, and the money that went with it.
create table pack_event (
  tenant_id int not null references tenant,
  id uuid not null,
  pack_id uuid not null,
  lot_id uuid not null,
  at timestamptz not null,
  act text not null
    check (act in ('sold', 'approved', 'rejected', 'renewed', 'plates-changed', 'paused', 'resumed', 'cancelled', 'refunded', 'expired')),
  actor_name text not null,
  amount_fen bigint not null default 0,
  method text,
  valid_until timestamptz,
  plates text[] not null,
  note text,
  primary key (tenant_id, id),
  foreign key (tenant_id, pack_id) references pack (tenant_id, id),
  foreign key (tenant_id, lot_id) references lot (tenant_id, id)
);
create index pack_event_pack on pack_event (tenant_id, pack_id, id);
create index pack_event_lot on pack_event (tenant_id, lot_id, at);
select tenant_table('pack_event');
select append_only('pack_event');
create view pack_event_fact with (security_invoker = true) as
  select tenant_id, pack_id, act, amount_fen, method from pack_event;
grant select on pack_event_fact to boyun_app, boyun_system;

-- Packs given back before their end: what was asked, what it came to by time, and what became of it.
create table pack_return (
  tenant_id int not null references tenant,
  id uuid not null,
  return_no text not null,
  pack_id uuid not null,
  lot_id uuid not null,
  kind text not null check (kind in ('cancel', 'refund')),
  state text not null check (state in ('reviewing', 'done', 'rejected')),
  plates text not null,
  worth_fen bigint not null check (worth_fen >= 0),
  unused_days int not null,
  amount_fen bigint not null check (amount_fen between 0 and worth_fen),
  method text,
  reason text not null,
  requested_by uuid,
  requested_by_name text not null,
  requested_at timestamptz not null,
  decided_by_name text,
  decided_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, return_no),
  foreign key (tenant_id, pack_id) references pack (tenant_id, id),
  foreign key (tenant_id, lot_id) references lot (tenant_id, id)
);
create index pack_return_pack on pack_return (tenant_id, pack_id);
create index pack_return_lot on pack_return (tenant_id, lot_id, requested_at);
create index pack_return_requested on pack_return (tenant_id, kind, requested_at, id);
select tenant_table('pack_return');
