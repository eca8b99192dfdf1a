-- What is owed for one thing: a stay, a sale or renewal of a pack, a top-up of a card. The module that registers the kind
-- owns the subject; `number` counts the bills of one subject.
create table bill (
  tenant_id int not null references tenant,
  id uuid not null,
  kind text not null,
  subject_id uuid not null,
  number int not null,
  lot_id uuid not null,
  plate text not null,
  gross_fen bigint not null check (gross_fen >= 0),
  reduced_fen bigint not null check (reduced_fen >= 0),
  -- What payments settled; what of it was refunded stays counted here.
  paid_fen bigint not null default 0 check (paid_fen >= 0),
  refunded_fen bigint not null default 0 check (refunded_fen >= 0),
  due_fen bigint not null generated always as (gross_fen - reduced_fen - paid_fen) stored,
  -- While a payment is under way; the provider is asked about it afterwards.
  locked_until timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, kind, subject_id, number),
  foreign key (tenant_id, lot_id) references lot (tenant_id, id)
);
create index bill_lot on bill (tenant_id, lot_id, id);
select tenant_table('bill');

-- Money that moves once, through one channel. What it settles stands in `allocation`; what nothing was owed for is the excess.
create table payment (
  tenant_id int not null references tenant,
  id uuid not null,
  payment_no text not null,
  -- The bill it was started for; allocations name the others it took along.
  bill_id uuid not null,
  lot_id uuid not null,
  plate text not null,
  channel text not null
    check (channel in ('cash', 'card', 'transfer', 'qr', 'balance', 'sandbox', 'wechat', 'alipay', 'unionpay')),
  scene text not null check (scene in ('driver-scan', 'browser', 'cash', 'card', 'transfer')),
  -- The card it was paid from.
  source_id uuid,
  state text not null check (state in ('paying', 'succeeded', 'failed', 'closed')),
  amount_fen bigint not null check (amount_fen > 0),
  -- Owed back to the payer.
  excess_fen bigint not null default 0 check (excess_fen between 0 and amount_fen),
  -- What the channel keeps for its service, by the rate configured when the money came.
  channel_fee_fen bigint not null default 0 check (channel_fee_fen >= 0),
  -- The provider's number.
  trade_no text,
  -- The person who took it; cash belongs to that person's shift.
  actor_id uuid,
  actor_name text,
  created_at timestamptz not null,
  paid_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, payment_no),
  foreign key (tenant_id, bill_id) references bill (tenant_id, id),
  foreign key (tenant_id, lot_id) references lot (tenant_id, id),
  check ((channel = 'card') = (source_id is not null)),
  check ((state = 'succeeded') = (paid_at is not null)),
  check (state = 'succeeded' or excess_fen = 0)
);
create index payment_bill on payment (tenant_id, bill_id);
create index payment_source on payment (tenant_id, source_id) where source_id is not null;
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

-- How much of a payment was asked for a bill, and how much settled it when the money came; the difference is an excess.
create table allocation (
  tenant_id int not null references tenant,
  payment_id uuid not null,
  bill_id uuid not null,
  -- The bill it was started for is 0.
  number int not null,
  asked_fen bigint not null check (asked_fen >= 0),
  applied_fen bigint not null default 0 check (applied_fen between 0 and asked_fen),
  primary key (tenant_id, payment_id, bill_id),
  foreign key (tenant_id, payment_id) references payment (tenant_id, id),
  foreign key (tenant_id, bill_id) references bill (tenant_id, id)
);
create index allocation_bill on allocation (tenant_id, bill_id);
select tenant_table('allocation');
create view allocation_fact with (security_invoker = true) as
  select tenant_id, payment_id, bill_id, asked_fen, applied_fen from allocation;
grant select on allocation_fact to boyun_app, boyun_system;

-- Money that goes back: of a bill, and of the payment it came with.
create table refund (
  tenant_id int not null references tenant,
  id uuid not null,
  refund_no text not null,
  -- None where the money was taken before this system was in use.
  payment_id uuid,
  bill_id uuid not null,
  lot_id uuid not null,
  plate text not null,
  channel text not null
    check (channel in ('cash', 'card', 'transfer', 'qr', 'balance', 'sandbox', 'wechat', 'alipay', 'unionpay')),
  -- The card it goes back onto.
  source_id uuid,
  state text not null check (state in ('paying', 'succeeded', 'failed')),
  amount_fen bigint not null check (amount_fen > 0),
  -- What of it had been too much; the rest had settled the bill.
  excess_fen bigint not null default 0 check (excess_fen between 0 and amount_fen),
  reason text,
  review_id uuid,
  trade_no text,
  actor_id uuid,
  actor_name text,
  created_at timestamptz not null,
  paid_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, refund_no),
  foreign key (tenant_id, payment_id) references payment (tenant_id, id),
  foreign key (tenant_id, bill_id) references bill (tenant_id, id),
  foreign key (tenant_id, lot_id) references lot (tenant_id, id),
  check ((channel = 'card') = (source_id is not null)),
  check ((state = 'succeeded') = (paid_at is not null))
);
create index refund_payment on refund (tenant_id, payment_id) where payment_id is not null;
create index refund_bill on refund (tenant_id, bill_id);
create index refund_created on refund (tenant_id, created_at, id);
create index refund_lot on refund (tenant_id, lot_id, created_at, id);
create index refund_plate on refund (tenant_id, plate, created_at, id);
create index refund_unpaid on refund (tenant_id, state, created_at, id) where state in ('paying', 'failed');
create index refund_cash on refund (tenant_id, created_at, id) where channel = 'cash';
create index refund_cash_given on refund (tenant_id, actor_id, paid_at) where channel = 'cash';
create index refund_paid on refund (tenant_id, paid_at);
create index refund_under_way on refund (created_at) where state = 'paying';
select tenant_table('refund');

-- The one ledger, double entry: a debit is positive, a credit negative, and the entries of a transaction add up to zero. An
-- account is a kind and a party: revenue by kind of bill, clearing by channel, cash by the person who took it, money on cards by
-- card. A receivable and what is owed to a payer name the bill instead, whose plate can be masked.
create table ledger_entry (
  tenant_id int not null references tenant,
  id uuid not null,
  transaction_id uuid not null,
  at timestamptz not null,
  account text not null check (account in ('receivable', 'revenue', 'promotion', 'clearing', 'cash', 'card', 'owed')),
  party text not null,
  amount_fen bigint not null check (amount_fen <> 0),
  lot_id uuid,
  bill_id uuid,
  payment_id uuid,
  refund_id uuid,
  primary key (tenant_id, id),
  foreign key (tenant_id, lot_id) references lot (tenant_id, id),
  foreign key (tenant_id, bill_id) references bill (tenant_id, id),
  foreign key (tenant_id, payment_id) references payment (tenant_id, id),
  foreign key (tenant_id, refund_id) references refund (tenant_id, id)
);
create index ledger_entry_transaction on ledger_entry (tenant_id, transaction_id);
create index ledger_entry_lot on ledger_entry (tenant_id, lot_id, at);
create index ledger_entry_account on ledger_entry (tenant_id, account, party, at);
create index ledger_entry_bill on ledger_entry (tenant_id, bill_id);
create index ledger_entry_payment on ledger_entry (tenant_id, payment_id) where payment_id is not null;
create index ledger_entry_refund on ledger_entry (tenant_id, refund_id) where refund_id is not null;
select tenant_table('ledger_entry');
select append_only('ledger_entry');
create view ledger_entry_fact with (security_invoker = true) as
  select tenant_id, id, transaction_id, account, party, amount_fen, bill_id, payment_id, refund_id from ledger_entry;
grant select on ledger_entry_fact to boyun_app, boyun_system;

-- The sandbox provider's own books: what it was asked to collect, or (below zero) to give back, and the outcome.
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
create index sandbox_trade_day on sandbox_trade (tenant_id, created_at);
select tenant_table('sandbox_trade');

-- Where a tenant takes money: for one lot, or (without a lot) for all of them.
create table pay_channel (
  tenant_id int not null references tenant,
  id uuid not null,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  channel text not null
    check (channel in ('cash', 'card', 'transfer', 'qr', 'balance', 'sandbox', 'wechat', 'alipay', 'unionpay')),
  lot_id uuid,
  is_enabled boolean not null,
  merchant_no text,
  app_no text,
  -- Thousandths of a percent are exact.
  fee_percent numeric(5, 3) not null check (fee_percent between 0 and 10),
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

-- Views that other modules may read. Amounts of refunds are positive in `refund_fact`; `money_fact` has payments and refunds
-- together, refunds below zero. Each arm of it reads one table, so that pages come from the indexes.
create view payment_fact with (security_invoker = true) as
  select tenant_id, id, payment_no, bill_id, lot_id, plate, channel, scene, source_id, state, amount_fen, excess_fen,
    channel_fee_fen, trade_no, actor_id, actor_name, created_at, paid_at
  from payment;
create view refund_fact with (security_invoker = true) as
  select tenant_id, id, refund_no, payment_id, bill_id, lot_id, plate, channel, source_id, state, amount_fen,
    excess_fen, reason, review_id, trade_no, actor_id, actor_name, created_at, paid_at
  from refund;
create view bill_fact with (security_invoker = true) as
  select tenant_id, id, kind, subject_id, number, lot_id, plate, gross_fen, reduced_fen, paid_fen, refunded_fen, due_fen, created_at
  from bill;
create view money_fact with (security_invoker = true) as
  select tenant_id, id, payment_no as number, false as is_refund, bill_id, lot_id, plate, channel, source_id,
    state, amount_fen, excess_fen, actor_id, actor_name, created_at, paid_at
  from payment
  union all
  select tenant_id, id, refund_no, true, bill_id, lot_id, plate, channel, source_id,
    state, -amount_fen, -excess_fen, actor_id, actor_name, created_at, paid_at
  from refund;
grant select on payment_fact, refund_fact, bill_fact, money_fact to boyun_app, boyun_system;
