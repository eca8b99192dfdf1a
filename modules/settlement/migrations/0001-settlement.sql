-- A company that gets a part of what its lots bring. Days are those of the lots.
create table sub_merchant (
  tenant_id int not null references tenant,
  id uuid not null,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  name text not null,
  -- 1 disabled, 2 enabled.
  status int not null default 2 check (status in (1, 2)),
  lot_ids uuid[] not null check (cardinality(lot_ids) > 0),
  contact text,
  mobile text,
  valid_from date not null,
  valid_until date check (valid_until >= valid_from),
  -- What it gets: a percentage of the net, percentages by bands of a month's net, or a fixed rent a month.
  share_kind text not null check (share_kind in ('percent', 'tiers', 'rent')),
  share_percent numeric(5, 2) check (share_percent between 0 and 100),
  tiers jsonb,
  rent_fen bigint check (rent_fen > 0),
  cycle text not null check (cycle in ('week', 'half-month', 'month')),
  bank_name text,
  account_name text,
  account_no text,
  remark text,
  primary key (tenant_id, id),
  unique (tenant_id, name),
  check ((share_kind = 'percent') = (share_percent is not null)),
  check ((share_kind = 'tiers') = (tiers is not null)),
  check ((share_kind = 'rent') = (rent_fen is not null))
);
select tenant_table('sub_merchant');
select names_lots('sub_merchant');

-- The accounts of sub-merchants: they see the lots and settlements of their own.
create table sub_account (
  tenant_id int not null references tenant,
  account_id uuid not null,
  sub_merchant_id uuid not null,
  created_at timestamptz not null,
  primary key (tenant_id, account_id),
  foreign key (tenant_id, sub_merchant_id) references sub_merchant (tenant_id, id),
  foreign key (tenant_id, account_id) references account (tenant_id, id) on delete cascade
);
create index sub_account_sub_merchant on sub_account (tenant_id, sub_merchant_id);
select tenant_table('sub_account');

-- Money sent to sub-merchants by one file of the bank.
create table payout (
  tenant_id int not null references tenant,
  id uuid not null,
  payout_no text not null,
  state text not null check (state in ('made', 'paid', 'cancelled')),
  amount_fen bigint not null check (amount_fen > 0),
  payee_count int not null check (payee_count > 0),
  created_at timestamptz not null,
  created_by text not null,
  ended_at timestamptz,
  ended_by text,
  -- The day and the number of the bank.
  paid_day date,
  bank_no text,
  note text,
  primary key (tenant_id, id),
  unique (tenant_id, payout_no),
  check ((state = 'made') = (ended_at is null)),
  check ((state = 'paid') = (paid_day is not null))
);
create index payout_created on payout (tenant_id, created_at, id);
select tenant_table('payout');

-- What a sub-merchant gets for days. `carried_fen` is what earlier ones left to be returned, zero or less.
create table settlement (
  tenant_id int not null references tenant,
  id uuid not null,
  settlement_no text not null,
  sub_merchant_id uuid not null,
  from_day date not null,
  to_day date not null,
  state text not null check (state in ('draft', 'settled', 'paying', 'paid', 'carried')),
  lot_ids uuid[] not null check (cardinality(lot_ids) > 0),
  -- The terms and the account of the sub-merchant when it was made.
  terms jsonb not null,
  share_fen bigint not null,
  adjusted_fen bigint not null default 0,
  carried_fen bigint not null check (carried_fen <= 0),
  payable_fen bigint not null generated always as (share_fen + adjusted_fen + carried_fen) stored,
  created_at timestamptz not null,
  created_by text not null,
  settled_at timestamptz,
  settled_by text,
  reviewers text[] not null default '{}',
  payout_id uuid,
  paid_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, settlement_no),
  unique (tenant_id, sub_merchant_id, from_day),
  foreign key (tenant_id, sub_merchant_id) references sub_merchant (tenant_id, id),
  foreign key (tenant_id, payout_id) references payout (tenant_id, id),
  check (to_day >= from_day),
  check ((state = 'draft') = (settled_at is null))
);
create unique index settlement_draft on settlement (tenant_id, sub_merchant_id) where state = 'draft';
create index settlement_to on settlement (tenant_id, to_day desc, id);
create index settlement_payout on settlement (tenant_id, payout_id) where payout_id is not null;
select tenant_table('settlement');
select names_lots('settlement');

-- What a lot brought on a day that has ended, and the settlement it is in. Received is what payments settled; `merchant_fen` is borne by
-- merchants and counts like money received.
create table lot_day (
  tenant_id int not null references tenant,
  lot_id uuid not null,
  day date not null,
  gross_fen bigint not null default 0,
  operator_fen bigint not null default 0,
  merchant_fen bigint not null default 0,
  received_fen bigint not null default 0,
  refunded_fen bigint not null default 0,
  fee_fen bigint not null default 0,
  net_fen bigint not null generated always as (received_fen + merchant_fen - refunded_fen - fee_fen) stored,
  settlement_id uuid,
  share_fen bigint,
  primary key (tenant_id, lot_id, day),
  foreign key (tenant_id, lot_id) references lot (tenant_id, id),
  foreign key (tenant_id, settlement_id) references settlement (tenant_id, id),
  check ((settlement_id is null) = (share_fen is null))
);
create index lot_day_day on lot_day (tenant_id, day);
create index lot_day_settlement on lot_day (tenant_id, settlement_id) where settlement_id is not null;
select tenant_table('lot_day');
create table lot_day_state (
  tenant_id int not null references tenant,
  -- The days before it are in `lot_day`.
  next_day date not null,
  -- The kinds of bills that are counted: those that are revenue.
  kinds text[] not null,
  primary key (tenant_id)
);
select tenant_table('lot_day_state');
create view lot_day_state_fact with (security_invoker = true) as
  select tenant_id, next_day, kinds from lot_day_state;
grant select on lot_day_state_fact to boyun_app, boyun_system;

-- What is added to a settlement, or taken off, by a person.
create table settlement_adjustment (
  tenant_id int not null references tenant,
  id uuid not null,
  settlement_id uuid not null,
  amount_fen bigint not null check (amount_fen <> 0),
  note text not null,
  created_at timestamptz not null,
  created_by text not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, settlement_id) references settlement (tenant_id, id) on delete cascade
);
create index settlement_adjustment_of on settlement_adjustment (tenant_id, settlement_id);
select tenant_table('settlement_adjustment');

-- Cash that a person moved: handed in by somebody without a shift, from a safe to the bank, or from the bank to a safe.
create table cash_move (
  tenant_id int not null references tenant,
  id uuid not null,
  move_no text not null,
  kind text not null check (kind in ('hand-in', 'deposit', 'withdrawal')),
  lot_id uuid not null,
  -- Who handed it in.
  account_id uuid,
  amount_fen bigint not null check (amount_fen > 0),
  bank_no text,
  note text,
  at timestamptz not null,
  actor_name text not null,
  primary key (tenant_id, id),
  unique (tenant_id, move_no),
  foreign key (tenant_id, lot_id) references lot (tenant_id, id),
  foreign key (tenant_id, account_id) references account (tenant_id, id),
  check ((kind = 'hand-in') = (account_id is not null))
);
create index cash_move_at on cash_move (tenant_id, at, id);
create index cash_move_lot on cash_move (tenant_id, lot_id, at);
create index cash_move_account on cash_move (tenant_id, account_id) where account_id is not null;
select tenant_table('cash_move');
select append_only('cash_move');

-- The codes of kinds of accounts in the books of a tenant.
create table account_code (
  tenant_id int not null references tenant,
  id uuid not null,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  account text not null,
  code text not null,
  code_name text not null,
  primary key (tenant_id, id),
  unique (tenant_id, account)
);
select tenant_table('account_code');

-- Months that were closed, with what they had then.
create table accounting_period (
  tenant_id int not null references tenant,
  id uuid not null,
  month text not null check (month ~ '^\d{4}-\d{2}$'),
  state text not null check (state in ('closed', 'open')),
  entry_count int not null,
  debit_fen bigint not null,
  closed_at timestamptz not null,
  closed_by text not null,
  reopened_at timestamptz,
  reopened_by text,
  note text,
  primary key (tenant_id, id),
  unique (tenant_id, month)
);
select tenant_table('accounting_period');

create view sub_merchant_fact with (security_invoker = true) as
  select tenant_id, id, name, lot_ids, status, valid_from, valid_until from sub_merchant;
create view settlement_fact with (security_invoker = true) as
  select tenant_id, id, settlement_no, sub_merchant_id, from_day, to_day, state, share_fen, adjusted_fen, carried_fen, payable_fen, settled_at
  from settlement;
create view settlement_adjustment_fact with (security_invoker = true) as
  select tenant_id, id, settlement_id, amount_fen from settlement_adjustment;
create view lot_day_fact with (security_invoker = true) as
  select tenant_id, lot_id, day, gross_fen, operator_fen, merchant_fen, received_fen, refunded_fen, fee_fen, net_fen, settlement_id, share_fen
  from lot_day;
create view accounting_period_fact with (security_invoker = true) as
  select tenant_id, id, month, state, entry_count, debit_fen from accounting_period;
grant select on accounting_period_fact, sub_merchant_fact, settlement_fact, settlement_adjustment_fact, lot_day_fact
  to boyun_app, boyun_system;
