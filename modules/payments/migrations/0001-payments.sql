-- Cards with money on them. What is on a card is the sum of its entries; the database keeps it at nothing or more.
create table card (
  tenant_id int not null references tenant,
  id uuid not null,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  card_no text not null,
  -- As a reader at the lane tells it: upper-case hexadecimal digits.
  chip_uid text not null,
  kind text not null check (kind in ('ic', 'id')),
  state text not null default 'issued' check (state in ('issued', 'lost', 'returning', 'replaced', 'returned')),
  -- What it was before somebody asked to give it back.
  state_before text check (state_before in ('issued', 'lost')),
  balance_fen bigint not null default 0 check (balance_fen >= 0),
  entry_count int not null default 0,
  holder_name text not null,
  holder_mobile text,
  plates text[] not null,
  -- The plate its car goes by where none is read.
  temp_plate text not null,
  lot_id uuid not null,
  lot_ids uuid[] not null,
  valid_from timestamptz not null,
  valid_until timestamptz,
  replaced_by uuid,
  remark text,
  primary key (tenant_id, id),
  foreign key (tenant_id, lot_id) references lot (tenant_id, id),
  check ((state = 'returning') = (state_before is not null)),
  check (state not in ('replaced', 'returned') or balance_fen = 0)
);
-- A number, a chip and a plate of its own is one card at a time; given back it may be given out anew.
create unique index card_number on card (tenant_id, card_no) where state in ('issued', 'lost', 'returning');
create unique index card_chip on card (tenant_id, chip_uid) where state in ('issued', 'lost', 'returning');
create unique index card_temp_plate on card (tenant_id, temp_plate) where state in ('issued', 'lost', 'returning');
create index card_by_chip on card (tenant_id, chip_uid);
create index card_by_number on card (tenant_id, card_no);
create index card_lot on card (tenant_id, lot_id, id);
create index card_plates on card using gin (plates);
select tenant_table('card');

create table payment (
  tenant_id int not null references tenant,
  id uuid not null,
  payment_no text not null,
  -- What it is for: a stay, a pack that was sold or renewed, money put on a card; or what of that went back.
  purpose text not null default 'order' check (purpose in ('order', 'order-refund', 'pack', 'pack-refund', 'card', 'card-refund')),
  order_id uuid,
  -- The payment whose money goes back to who paid for a stay.
  refund_of uuid,
  pack_id uuid,
  -- The card it was put on, or paid from.
  card_id uuid,
  lot_id uuid not null,
  plate text not null,
  channel text not null check (channel in ('cash', 'transfer', 'qr', 'sandbox', 'card')),
  state text not null check (state in ('paying', 'succeeded', 'failed', 'closed')),
  -- Money that went back is below nothing.
  amount_fen bigint not null check (amount_fen <> 0 and (amount_fen < 0) = (purpose like '%-refund')),
  applied_fen bigint not null default 0 check (applied_fen >= 0 or purpose like '%-refund'),
  -- What it put on stays of before that the car owed for, see payment_debt.
  debts_fen bigint not null default 0 check (debts_fen >= 0),
  excess_fen bigint not null default 0 check (excess_fen >= 0 or purpose = 'order-refund'),
  trade_no text,
  actor_id uuid,
  actor_name text,
  created_at timestamptz not null,
  paid_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, payment_no),
  foreign key (tenant_id, order_id) references parking_order (tenant_id, id),
  foreign key (tenant_id, pack_id) references pack (tenant_id, id),
  foreign key (tenant_id, refund_of) references payment (tenant_id, id),
  check ((purpose in ('order', 'order-refund')) = (order_id is not null)),
  check ((purpose = 'order-refund') = (refund_of is not null)),
  foreign key (tenant_id, card_id) references card (tenant_id, id),
  check ((purpose in ('pack', 'pack-refund')) = (pack_id is not null)),
  check ((purpose in ('card', 'card-refund') or channel = 'card') = (card_id is not null)),
  check (channel <> 'card' or purpose in ('order', 'order-refund')),
  foreign key (tenant_id, lot_id) references lot (tenant_id, id),
  check (state <> 'succeeded' or applied_fen + debts_fen + excess_fen = amount_fen)
);
create index payment_order on payment (tenant_id, order_id);
create index payment_refund on payment (tenant_id, refund_of) where refund_of is not null;
create index payment_pack on payment (tenant_id, pack_id) where pack_id is not null;
create index payment_card on payment (tenant_id, card_id) where card_id is not null;
create index payment_created on payment (tenant_id, created_at, id);
create index payment_lot on payment (tenant_id, lot_id, created_at, id);
create index payment_plate on payment (tenant_id, plate, created_at, id);
-- What is rare among many: lists of it are short, and must not read everything else.
create index payment_unpaid on payment (tenant_id, state, created_at, id) where state in ('paying', 'failed', 'closed');
create index payment_cash on payment (tenant_id, created_at, id) where channel = 'cash';
create index payment_cash_taken on payment (tenant_id, actor_id, paid_at) where channel = 'cash';
create index payment_paid on payment (tenant_id, paid_at);
create index payment_under_way on payment (created_at) where state = 'paying';
select tenant_table('payment');

-- Debts that are paid together with a stay: what was asked for each, and what of it was still owed when the money came.
create table payment_debt (
  tenant_id int not null references tenant,
  payment_id uuid not null,
  order_id uuid not null,
  amount_fen bigint not null check (amount_fen > 0),
  applied_fen bigint not null default 0 check (applied_fen between 0 and amount_fen),
  primary key (tenant_id, payment_id, order_id),
  foreign key (tenant_id, payment_id) references payment (tenant_id, id),
  foreign key (tenant_id, order_id) references parking_order (tenant_id, id)
);
create index payment_debt_order on payment_debt (tenant_id, order_id);
select tenant_table('payment_debt');

-- The one ledger: the entries of a transaction add up to nothing.
create table ledger_entry (
  tenant_id int not null references tenant,
  id uuid not null,
  transaction_id uuid not null,
  at timestamptz not null,
  account text not null,
  amount_fen bigint not null,
  lot_id uuid,
  order_id uuid,
  payment_id uuid,
  primary key (tenant_id, id),
  foreign key (tenant_id, payment_id) references payment (tenant_id, id),
  foreign key (tenant_id, lot_id) references lot (tenant_id, id)
);
create index ledger_entry_transaction on ledger_entry (tenant_id, transaction_id);
create index ledger_entry_payment on ledger_entry (tenant_id, payment_id);
create index ledger_entry_lot on ledger_entry (tenant_id, lot_id, at);
create index ledger_entry_account on ledger_entry (tenant_id, account, at);
select tenant_table('ledger_entry');
select append_only('ledger_entry');

-- Who was reminded of what they owe, and when.
create table arrears_reminder (
  tenant_id int not null references tenant,
  id uuid not null,
  at timestamptz not null,
  plate text not null,
  mobile text not null,
  amount_fen bigint not null,
  actor_name text not null,
  -- Of the link in the SMS, where all the plate owes is paid.
  code text not null,
  is_automatic boolean not null,
  primary key (tenant_id, id),
  unique (tenant_id, code)
);
create index arrears_reminder_plate on arrears_reminder (tenant_id, plate, at);
select tenant_table('arrears_reminder');
select append_only('arrears_reminder');

-- How a tenant is told to remind by itself, and where the link of a reminder leads.
create table arrears_rule (
  tenant_id int primary key references tenant,
  version int not null,
  updated_at timestamptz not null,
  is_active boolean not null,
  after_days int not null check (after_days between 0 and 365),
  every_days int not null check (every_days between 1 and 365),
  most_times int not null check (most_times between 1 and 20),
  quiet_from text,
  quiet_to text,
  site_url text,
  check ((quiet_from is null) = (quiet_to is null)),
  check (site_url is not null or not is_active)
);
select tenant_table('arrears_rule');

-- The sandbox provider's own books: what it was asked to collect, or (below nothing) to give back, and what came of it.
create table sandbox_trade (
  tenant_id int not null references tenant,
  id uuid not null,
  trade_no text not null,
  payment_no text not null,
  amount_fen bigint not null,
  outcome text not null check (outcome in ('success', 'fail')),
  -- The number of the payment that is given back.
  refund_of text,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, payment_no)
);
create index sandbox_trade_refund on sandbox_trade (tenant_id, refund_of) where refund_of is not null;
select tenant_table('sandbox_trade');

-- Where a tenant takes money: for one lot, or (without a lot) for all of them.
create table pay_channel (
  tenant_id int not null references tenant,
  id uuid not null,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  channel text not null check (channel in ('wechat', 'alipay', 'unionpay', 'balance', 'cash', 'sandbox')),
  lot_id uuid,
  is_enabled boolean not null,
  merchant_no text,
  app_no text,
  fee_percent double precision not null check (fee_percent between 0 and 10),
  -- Keys of the merchant as one JSON, encrypted with the product's own key; fingerprints by key beside it.
  keys_sealed text,
  key_marks jsonb not null default '{}',
  keys_set_at timestamptz,
  remark text,
  primary key (tenant_id, id),
  unique nulls not distinct (tenant_id, lot_id, channel),
  foreign key (tenant_id, lot_id) references lot (tenant_id, id)
);
select tenant_table('pay_channel');
