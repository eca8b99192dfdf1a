-- The money of a customer, who is known by a mobile number. The balance is the sum of its parts; the database keeps it at nothing or more.
create table wallet (
  tenant_id int not null references tenant,
  id uuid not null,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  mobile text not null,
  holder_name text not null,
  -- The plates of `wallet_plate`, separated by spaces.
  plates text not null,
  -- Where it was opened.
  lot_id uuid not null,
  state text not null default 'active' check (state in ('active', 'frozen')),
  balance_fen bigint not null default 0 check (balance_fen >= 0),
  entry_count int not null default 0,
  part_count int not null default 0,
  remark text,
  primary key (tenant_id, id),
  unique (tenant_id, mobile),
  foreign key (tenant_id, lot_id) references lot (tenant_id, id)
);
create index wallet_lot on wallet (tenant_id, lot_id, id);
select tenant_table('wallet');
create view wallet_fact with (security_invoker = true) as
  select tenant_id, id, mobile, holder_name, lot_id, state, balance_fen from wallet;
grant select on wallet_fact to boyun_app, boyun_system;

-- The cars of a wallet, each in one wallet at most. Where the customer allows it, their fees are paid at the exit without a question.
create table wallet_plate (
  tenant_id int not null references tenant,
  plate text not null,
  wallet_id uuid not null,
  is_automatic boolean not null default false,
  -- The most an exit takes without a question.
  limit_fen bigint check (limit_fen > 0),
  primary key (tenant_id, plate),
  foreign key (tenant_id, wallet_id) references wallet (tenant_id, id),
  check (is_automatic = (limit_fen is not null))
);
create index wallet_plate_wallet on wallet_plate (tenant_id, wallet_id);
select tenant_table('wallet_plate');

-- What a top-up is rewarded with. What was given keeps the dates it was given with.
create table gift_rule (
  tenant_id int not null references tenant,
  id uuid not null,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  name text not null,
  -- 1 disabled, 2 enabled.
  status int not null default 2 check (status in (1, 2)),
  minimum_fen bigint not null check (minimum_fen > 0),
  gift_fen bigint not null check (gift_fen > 0),
  valid_days int not null check (valid_days > 0),
  on_refund text not null check (on_refund in ('whole', 'proportional')),
  per_wallet int check (per_wallet > 0),
  -- Empty: all lots.
  lot_ids uuid[] not null default '{}',
  valid_from timestamptz,
  valid_until timestamptz,
  remark text,
  primary key (tenant_id, id),
  unique (tenant_id, name),
  check (valid_until >= valid_from)
);
select tenant_table('gift_rule');

-- Money put into a wallet, with the gift that was promised when the top-up began.
create table wallet_top_up (
  tenant_id int not null references tenant,
  id uuid not null,
  wallet_id uuid not null,
  -- The number of its bill.
  number int not null,
  lot_id uuid not null,
  created_at timestamptz not null,
  state text not null check (state in ('paying', 'succeeded', 'closed')),
  channel text not null,
  amount_fen bigint not null check (amount_fen > 0),
  gift_fen bigint not null default 0 check (gift_fen >= 0),
  gift_days int,
  gift_rule_id uuid,
  on_refund text not null check (on_refund in ('whole', 'proportional')),
  payment_id uuid,
  paid_at timestamptz,
  note text,
  actor_id uuid,
  actor_name text not null,
  primary key (tenant_id, id),
  unique (tenant_id, wallet_id, number),
  foreign key (tenant_id, wallet_id) references wallet (tenant_id, id),
  foreign key (tenant_id, lot_id) references lot (tenant_id, id),
  foreign key (tenant_id, gift_rule_id) references gift_rule (tenant_id, id),
  foreign key (tenant_id, payment_id) references payment (tenant_id, id),
  check ((gift_fen > 0) = (gift_days is not null)),
  check ((state = 'succeeded') = (paid_at is not null))
);
create index wallet_top_up_at on wallet_top_up (tenant_id, created_at, id);
create index wallet_top_up_lot on wallet_top_up (tenant_id, lot_id, created_at);
create index wallet_top_up_rule on wallet_top_up (tenant_id, gift_rule_id, wallet_id) where gift_rule_id is not null;
create unique index wallet_top_up_payment on wallet_top_up (tenant_id, payment_id) where payment_id is not null;
select tenant_table('wallet_top_up');

-- The money of a wallet in parts: what was paid in by one top-up, and each gift with its end.
create table wallet_part (
  tenant_id int not null references tenant,
  id uuid not null,
  wallet_id uuid not null,
  -- The parts of a wallet count from 1.
  number int not null,
  kind text not null check (kind in ('paid', 'gift')),
  -- None where staff gave it by hand.
  top_up_id uuid,
  amount_fen bigint not null check (amount_fen > 0),
  left_fen bigint not null,
  on_refund text not null check (on_refund in ('whole', 'proportional')),
  ends_at timestamptz,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, wallet_id, number),
  foreign key (tenant_id, wallet_id) references wallet (tenant_id, id),
  foreign key (tenant_id, top_up_id) references wallet_top_up (tenant_id, id),
  check (left_fen between 0 and amount_fen),
  check (kind = 'gift' or ends_at is null),
  check (kind = 'gift' or top_up_id is not null)
);
create unique index wallet_part_top_up on wallet_part (tenant_id, top_up_id, kind) where top_up_id is not null;
create index wallet_part_end on wallet_part (ends_at) where left_fen > 0 and ends_at is not null;
select tenant_table('wallet_part');
create view wallet_part_fact with (security_invoker = true) as
  select tenant_id, id, wallet_id, kind, amount_fen, left_fen from wallet_part;
grant select on wallet_part_fact to boyun_app, boyun_system;

-- Every movement of a wallet, with the balance after it. Nobody rewrites it.
create table wallet_entry (
  tenant_id int not null references tenant,
  id uuid not null,
  wallet_id uuid not null,
  -- The entries of a wallet count from 1.
  number int not null,
  lot_id uuid not null,
  at timestamptz not null,
  kind text not null check (kind in ('top-up', 'gift', 'payment', 'payment-back', 'gift-ended', 'gift-forfeited', 'refund',
    'refund-failed', 'adjusted-up', 'adjusted-down')),
  amount_fen bigint not null check (amount_fen <> 0
    and (amount_fen > 0) = (kind in ('top-up', 'gift', 'payment-back', 'refund-failed', 'adjusted-up'))),
  balance_fen bigint not null check (balance_fen >= 0),
  payment_id uuid,
  refund_id uuid,
  note text,
  actor_id uuid,
  actor_name text not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, wallet_id) references wallet (tenant_id, id),
  foreign key (tenant_id, lot_id) references lot (tenant_id, id),
  foreign key (tenant_id, payment_id) references payment (tenant_id, id),
  foreign key (tenant_id, refund_id) references refund (tenant_id, id),
  check ((kind in ('top-up', 'payment', 'payment-back')) = (payment_id is not null)),
  check ((kind in ('payment-back', 'refund', 'refund-failed')) = (refund_id is not null))
);
create unique index wallet_entry_wallet on wallet_entry (tenant_id, wallet_id, number);
create index wallet_entry_lot on wallet_entry (tenant_id, lot_id, at);
create index wallet_entry_at on wallet_entry (tenant_id, at, id);
create index wallet_entry_payment on wallet_entry (tenant_id, payment_id) where payment_id is not null;
create unique index wallet_entry_once on wallet_entry (tenant_id, payment_id) where kind in ('top-up', 'payment');
create unique index wallet_entry_refund on wallet_entry (tenant_id, refund_id, kind) where refund_id is not null;
select tenant_table('wallet_entry');
select append_only('wallet_entry');
create view wallet_entry_fact with (security_invoker = true) as
  select tenant_id, id, wallet_id, number, kind, amount_fen, balance_fen, payment_id, refund_id from wallet_entry;
grant select on wallet_entry_fact to boyun_app, boyun_system;

-- What an entry moved of each part, with what was left of it.
create table wallet_entry_part (
  tenant_id int not null references tenant,
  entry_id uuid not null,
  part_id uuid not null,
  amount_fen bigint not null check (amount_fen <> 0),
  left_fen bigint not null check (left_fen >= 0),
  primary key (tenant_id, entry_id, part_id),
  foreign key (tenant_id, entry_id) references wallet_entry (tenant_id, id),
  foreign key (tenant_id, part_id) references wallet_part (tenant_id, id)
);
create index wallet_entry_part_part on wallet_entry_part (tenant_id, part_id);
select tenant_table('wallet_entry_part');
select append_only('wallet_entry_part');
create view wallet_entry_part_fact with (security_invoker = true) as
  select tenant_id, entry_id, part_id, amount_fen from wallet_entry_part;
grant select on wallet_entry_part_fact to boyun_app, boyun_system;
