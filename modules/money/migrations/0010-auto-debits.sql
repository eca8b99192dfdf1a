-- Automatic debit (无感支付): whether a channel is used for it, how the barrier behaves, and up to which amounts.
alter table pay_channel
  add column has_auto_debit boolean not null default false,
  add column debit_mode text not null default 'after-success' check (debit_mode in ('after-success', 'open-at-once')),
  add column debit_wait_seconds int not null default 10 check (debit_wait_seconds between 3 and 60),
  -- Of one payment, and of a plate in a calendar month; none where not set.
  add column debit_limit_fen bigint check (debit_limit_fen > 0),
  add column debit_monthly_fen bigint check (debit_monthly_fen > 0),
  -- The number of the car park with the provider, where its debits name one.
  add column debit_lot_no text;
alter table payment
  drop constraint payment_scene_check,
  add constraint payment_scene_check
    check (scene in ('driver-scan', 'in-app', 'browser', 'payment-code', 'auto-debit', 'cash', 'card', 'transfer'));
-- A bill is debited once: another debit is possible only after the former brought its money.
create unique index payment_debit_once on payment (tenant_id, bill_id) where scene = 'auto-debit' and state <> 'succeeded';

-- What a provider reported of a plate whose driver agreed to automatic debit.
create table debit_contract (
  tenant_id int not null references tenant,
  id uuid not null,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  channel text not null check (channel in ('wechat', 'alipay', 'sandbox')),
  -- The merchant it was last reported to.
  pay_channel_id uuid not null,
  plate text not null,
  plate_color smallint not null check (plate_color between 0 and 6),
  state text not null check (state in ('active', 'blocked', 'ended')),
  -- The provider's word for why it is blocked.
  blocked_reason text,
  -- The most the provider takes at once; none where it does not say.
  limit_fen bigint check (limit_fen > 0),
  provider_no text,
  -- Since when it has its state, by the provider's clock.
  since timestamptz not null,
  reported_at timestamptz not null,
  -- Ended by the tenant: no report of the provider makes it active again.
  ended_by text,
  ended_reason text,
  primary key (tenant_id, id),
  unique (tenant_id, plate, channel, plate_color),
  foreign key (tenant_id, pay_channel_id) references pay_channel (tenant_id, id),
  check (ended_by is null or state = 'ended')
);
create index debit_contract_since on debit_contract (tenant_id, since, id);
create index debit_contract_channel on debit_contract (tenant_id, pay_channel_id);
select tenant_table('debit_contract');
select searched_by_plate('debit_contract');

-- A stay that a provider was told of when it began: debits name the provider's number of it.
create table debit_entry (
  tenant_id int not null references tenant,
  id uuid not null,
  created_at timestamptz not null,
  subject_id uuid not null,
  channel text not null check (channel in ('wechat', 'alipay', 'sandbox')),
  pay_channel_id uuid not null,
  plate text not null,
  plate_color smallint not null check (plate_color between 0 and 6),
  entered_at timestamptz not null,
  lot_name text not null,
  -- The provider's number of the entry; none until it has answered.
  provider_no text,
  primary key (tenant_id, id),
  unique (tenant_id, subject_id, channel),
  foreign key (tenant_id, pay_channel_id) references pay_channel (tenant_id, id)
);
create index debit_entry_channel on debit_entry (tenant_id, pay_channel_id);
select tenant_table('debit_entry');

-- The sandbox's own books of contracts.
create table sandbox_contract (
  tenant_id int not null references tenant,
  plate text not null,
  plate_color smallint not null check (plate_color between 0 and 6),
  state text not null check (state in ('active', 'blocked', 'ended')),
  limit_fen bigint check (limit_fen > 0),
  primary key (tenant_id, plate, plate_color)
);
select tenant_table('sandbox_contract');

create or replace view money_fact with (security_invoker = true) as
  select tenant_id, id, payment_no as number, false as is_refund, bill_id, lot_id, plate, channel, source_id,
    state, amount_fen, excess_fen, actor_id, actor_name, created_at, paid_at, scene
  from payment
  union all
  select tenant_id, id, refund_no, true, bill_id, lot_id, plate, channel, source_id,
    state, -amount_fen, -excess_fen, actor_id, actor_name, created_at, paid_at, null
  from refund;
