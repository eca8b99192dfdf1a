-- How spots of a lot are shared: who gets which part, how long cars may be early or late, what a cancellation returns.
create table share_rule (
  tenant_id int not null references tenant,
  id uuid not null,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  lot_id uuid not null,
  is_open boolean not null,
  owner_percent int not null check (owner_percent between 0 and 100),
  platform_percent int not null check (platform_percent between 0 and 100),
  early_minutes int not null check (early_minutes >= 0),
  grace_minutes int not null check (grace_minutes >= 0),
  overstay_percent int not null check (overstay_percent >= 100),
  free_cancel_minutes int not null check (free_cancel_minutes >= 0),
  late_refund_percent int not null check (late_refund_percent between 0 and 100),
  days_ahead int not null check (days_ahead > 0),
  most_hours int not null check (most_hours > 0),
  notice text,
  -- Of the page on which drivers search and book.
  code text not null,
  primary key (tenant_id, id),
  unique (tenant_id, lot_id),
  unique (tenant_id, code),
  check (owner_percent + platform_percent <= 100),
  foreign key (tenant_id, lot_id) references lot (tenant_id, id)
);
select tenant_table('share_rule');

-- People who share their spots, by mobile. What they earned and have not withdrawn is their balance; a refund may take it below zero.
create table spot_owner (
  tenant_id int not null references tenant,
  id uuid not null,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  name text not null,
  mobile text not null,
  lot_id uuid not null,
  state text not null check (state in ('active', 'frozen')),
  bank_name text,
  account_name text,
  account_no text,
  balance_fen bigint not null default 0,
  -- Of the owner's own page.
  code text not null,
  remark text,
  primary key (tenant_id, id),
  unique (tenant_id, mobile),
  unique (tenant_id, code),
  foreign key (tenant_id, lot_id) references lot (tenant_id, id)
);
create index spot_owner_lot on spot_owner (tenant_id, lot_id);
select tenant_table('spot_owner');

-- A spot that its owner offers in weekly windows.
create table shared_offer (
  tenant_id int not null references tenant,
  id uuid not null,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  offer_no text not null,
  lot_id uuid not null,
  spot_id uuid not null,
  owner_id uuid not null,
  state text not null check (state in ('asked', 'pending', 'open', 'paused', 'rejected', 'ended')),
  -- `[{days, from, to}]`
  windows jsonb not null,
  hour_fen bigint not null check (hour_fen > 0),
  day_cap_fen bigint check (day_cap_fen > 0),
  -- By the owner's phone, or the member of staff.
  offered_by text not null,
  note text,
  remark text,
  -- Numbers the offers of all tenants: the part of its bookings' ranges that keeps those of two offers apart.
  place_no bigint generated always as identity,
  primary key (tenant_id, id),
  unique (tenant_id, offer_no),
  foreign key (tenant_id, lot_id) references lot (tenant_id, id),
  foreign key (tenant_id, spot_id) references spot (tenant_id, id),
  foreign key (tenant_id, owner_id) references spot_owner (tenant_id, id)
);
-- A spot is offered once at a time.
create unique index shared_offer_spot on shared_offer (tenant_id, spot_id) where state in ('asked', 'pending', 'open', 'paused');
create index shared_offer_of_spot on shared_offer (tenant_id, spot_id);
create index shared_offer_lot on shared_offer (tenant_id, lot_id, state);
create index shared_offer_owner on shared_offer (tenant_id, owner_id);
select tenant_table('shared_offer');

-- Time that differs from the weekly windows of an offer.
create table shared_exception (
  tenant_id int not null references tenant,
  id uuid not null,
  offer_id uuid not null,
  kind text not null check (kind in ('open', 'closed')),
  from_at timestamptz not null,
  until_at timestamptz not null,
  note text,
  created_at timestamptz not null,
  created_by text not null,
  primary key (tenant_id, id),
  check (from_at < until_at),
  foreign key (tenant_id, offer_id) references shared_offer (tenant_id, id) on delete cascade
);
create index shared_exception_offer on shared_exception (tenant_id, offer_id, until_at);
select tenant_table('shared_exception');

-- The minutes a booking holds of an offer, as one range of numbers: ranges of two offers never meet, so that one exclusion constraint
-- keeps bookings of the same spot apart. It needs no extension, which an operator's database may not have.
create function held_minutes(place_no bigint, from_at timestamptz, until_at timestamptz) returns int8range language sql immutable as $$
  select int8range(place_no * 134217728 + floor(extract(epoch from from_at at time zone 'UTC') / 60)::bigint,
    place_no * 134217728 + floor(extract(epoch from until_at at time zone 'UTC') / 60)::bigint)
$$;

create table shared_booking (
  tenant_id int not null references tenant,
  id uuid not null,
  booking_no text not null,
  -- By which its driver opens and cancels it.
  code text not null,
  offer_id uuid not null,
  place_no bigint not null,
  lot_id uuid not null,
  spot_id uuid not null,
  owner_id uuid not null,
  plate text not null,
  driver_name text,
  mobile text not null,
  from_at timestamptz not null,
  until_at timestamptz not null,
  admit_from timestamptz not null,
  state text not null check (state in ('unpaid', 'booked', 'arrived', 'left', 'cancelled', 'no-show', 'expired')),
  -- What was agreed when it was booked: prices, percentages, minutes.
  terms jsonb not null,
  lines jsonb not null,
  amount_fen bigint not null check (amount_fen > 0),
  paid_fen bigint not null default 0,
  -- What was promised back, of it what failed to go back.
  refund_fen bigint not null default 0,
  failed_fen bigint not null default 0,
  -- What owner, lot and platform got of what was kept, once it had ended.
  split_at timestamptz,
  owner_fen bigint not null default 0,
  lot_fen bigint not null default 0,
  platform_fen bigint not null default 0,
  order_id uuid,
  arrived_at timestamptz,
  left_at timestamptz,
  overstayed_at timestamptz,
  overstay_minutes int not null default 0,
  overstay_fen bigint not null default 0,
  -- Of the overstay: what its order has received, and the owner's part of it.
  overstay_paid_fen bigint not null default 0,
  overstay_owner_fen bigint not null default 0,
  -- Its spot was reported as taken by a stranger.
  taken_at timestamptz,
  taken_spot text,
  reason text,
  created_at timestamptz not null,
  created_by text not null,
  updated_at timestamptz not null,
  held int8range generated always as (held_minutes(place_no, from_at, until_at)) stored,
  primary key (tenant_id, id),
  unique (tenant_id, booking_no),
  unique (tenant_id, code),
  check (from_at < until_at),
  foreign key (tenant_id, offer_id) references shared_offer (tenant_id, id),
  foreign key (tenant_id, lot_id) references lot (tenant_id, id),
  foreign key (tenant_id, spot_id) references spot (tenant_id, id),
  foreign key (tenant_id, owner_id) references spot_owner (tenant_id, id),
  constraint shared_booking_once exclude using gist (held with &&) where (state in ('unpaid', 'booked', 'arrived'))
);
create index shared_booking_offer on shared_booking (tenant_id, offer_id, until_at);
create index shared_booking_plate on shared_booking (tenant_id, plate, until_at);
create index shared_booking_lot on shared_booking (tenant_id, lot_id, from_at, id);
create index shared_booking_from on shared_booking (tenant_id, from_at, id);
create index shared_booking_spot on shared_booking (tenant_id, spot_id);
create index shared_booking_owner on shared_booking (tenant_id, owner_id, from_at);
create index shared_booking_order on shared_booking (tenant_id, order_id) where order_id is not null;
create index shared_booking_due on shared_booking (until_at) where state in ('booked', 'arrived');
select tenant_table('shared_booking');

-- Every movement of an owner's money, with the balance after it.
create table owner_entry (
  tenant_id int not null references tenant,
  id uuid not null,
  owner_id uuid not null,
  kind text not null check (kind in ('booking', 'overstay', 'overstay-back', 'withdrawal', 'withdrawal-back')),
  amount_fen bigint not null check (amount_fen <> 0),
  balance_fen bigint not null,
  lot_id uuid not null,
  booking_id uuid,
  withdrawal_id uuid,
  at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, owner_id) references spot_owner (tenant_id, id),
  foreign key (tenant_id, lot_id) references lot (tenant_id, id),
  foreign key (tenant_id, booking_id) references shared_booking (tenant_id, id)
);
create index owner_entry_owner on owner_entry (tenant_id, owner_id, id);
create index owner_entry_lot on owner_entry (tenant_id, lot_id);
create index owner_entry_booking on owner_entry (tenant_id, booking_id);
create index owner_entry_at on owner_entry (tenant_id, at, id);
select tenant_table('owner_entry');
select append_only('owner_entry');

-- What owners ask to be paid out.
create table owner_withdrawal (
  tenant_id int not null references tenant,
  id uuid not null,
  withdrawal_no text not null,
  owner_id uuid not null,
  lot_id uuid not null,
  state text not null check (state in ('asked', 'pending', 'approved', 'paid', 'rejected')),
  amount_fen bigint not null check (amount_fen > 0),
  bank_name text not null,
  account_name text not null,
  account_no text not null,
  asked_at timestamptz not null,
  asked_by text not null,
  approved_at timestamptz,
  reviewers text[] not null default '{}',
  ended_at timestamptz,
  ended_by text,
  paid_day date,
  bank_no text,
  note text,
  primary key (tenant_id, id),
  unique (tenant_id, withdrawal_no),
  foreign key (tenant_id, owner_id) references spot_owner (tenant_id, id),
  foreign key (tenant_id, lot_id) references lot (tenant_id, id)
);
create index owner_withdrawal_owner on owner_withdrawal (tenant_id, owner_id);
create index owner_withdrawal_lot on owner_withdrawal (tenant_id, lot_id);
create index owner_withdrawal_at on owner_withdrawal (tenant_id, asked_at, id);
select tenant_table('owner_withdrawal');
alter table owner_entry add foreign key (tenant_id, withdrawal_id) references owner_withdrawal (tenant_id, id);
create index owner_entry_withdrawal on owner_entry (tenant_id, withdrawal_id) where withdrawal_id is not null;

create view spot_owner_fact with (security_invoker = true) as
  select tenant_id, id, name, balance_fen from spot_owner;
create view owner_entry_fact with (security_invoker = true) as
  select tenant_id, id, owner_id, kind, amount_fen, balance_fen, booking_id, withdrawal_id from owner_entry;
create view owner_withdrawal_fact with (security_invoker = true) as
  select tenant_id, id, withdrawal_no, owner_id, state, amount_fen from owner_withdrawal;
create view shared_booking_fact with (security_invoker = true) as
  select tenant_id, id, booking_no, owner_id, lot_id, state, paid_fen, refund_fen, split_at, owner_fen, lot_fen, platform_fen, overstay_owner_fen
  from shared_booking;
grant select on spot_owner_fact, owner_entry_fact, owner_withdrawal_fact, shared_booking_fact to boyun_app, boyun_system;
