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
create index card_replaced on card (tenant_id, replaced_by) where replaced_by is not null;
create index card_by_chip on card (tenant_id, chip_uid);
create index card_by_number on card (tenant_id, card_no);
create index card_lot on card (tenant_id, lot_id, id);
create index card_plates on card using gin (plates);
select tenant_table('card');
create view card_fact with (security_invoker = true) as
  select tenant_id, id, card_no, balance_fen, plates, temp_plate from card;
grant select on card_fact to boyun_app, boyun_system;

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
-- The reminders of a plate that still owes count towards the most it may get.
select prunable('arrears_reminder', 30,
  'exists (select from stay_fact o where o.tenant_id = r.tenant_id and o.plate = r.plate and o.pay_state = ''arrears'')');

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
