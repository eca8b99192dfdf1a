-- Where bills come from: the merchant of a payment channel, the tables of an acquirer, the statements of a bank account.
create table bill_source (
  tenant_id int not null references tenant,
  id uuid not null,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  kind text not null check (kind in ('provider', 'acquirer', 'bank')),
  name text not null,
  channel text check (channel in ('qr', 'transfer', 'sandbox', 'wechat', 'alipay', 'unionpay')),
  -- With the sub-merchant behind a slash; of a bank the account's number.
  merchant_no text not null,
  is_enabled boolean not null,
  -- Its days are balanced only when the bank has received their money.
  has_bank_side boolean not null,
  -- Words by which entries of bank statements are recognised as its settlements.
  settle_words text,
  -- Titles of the columns of its tables.
  number_column text,
  trade_column text,
  amount_column text,
  out_column text,
  fee_column text,
  date_column text,
  time_column text,
  kind_column text,
  refund_words text,
  counterparty_column text,
  memo_column text,
  remark text,
  primary key (tenant_id, id),
  check ((kind = 'bank') = (channel is null))
);
create unique index bill_source_merchant on bill_source (tenant_id, kind, channel, merchant_no) nulls not distinct;
select tenant_table('bill_source');

-- A file with bills, fetched or uploaded. The same file is taken once.
create table bill_import (
  tenant_id int not null references tenant,
  id uuid not null,
  created_at timestamptz not null,
  source_id uuid not null,
  way text not null check (way in ('fetched', 'uploaded')),
  file_name text not null,
  file_key text not null,
  sha256 text not null,
  byte_count bigint not null,
  -- The day it was fetched for.
  day date,
  state text not null check (state in ('waiting', 'done', 'refused', 'replaced')),
  -- What reads it: one that comes later supersedes it.
  run_id uuid,
  first_day date,
  last_day date,
  total int not null default 0,
  success_num int not null default 0,
  -- Lines that were there already.
  repeat_num int not null default 0,
  failed_num int not null default 0,
  amount_fen bigint not null default 0,
  fee_fen bigint not null default 0,
  -- What is wrong, by row; the first ones.
  faults jsonb not null default '[]',
  actor_name text,
  ended_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, source_id) references bill_source (tenant_id, id)
);
create index bill_import_source on bill_import (tenant_id, source_id, created_at);
create index bill_import_created on bill_import (tenant_id, created_at, id);
create unique index bill_import_file on bill_import (tenant_id, source_id, sha256) where state in ('waiting', 'done');
select tenant_table('bill_import');

-- Lines of bills of providers and acquirers. The collation is that of the comparison, which merges them with our records by number.
create table bill_line (
  tenant_id int not null references tenant,
  import_id uuid not null,
  source_id uuid not null,
  day date not null,
  number text collate "C" not null,
  is_refund boolean not null,
  row int not null,
  trade_no text not null,
  amount_fen bigint not null,
  fee_fen bigint not null,
  at timestamptz not null,
  -- False for a refund that is pending or failed.
  is_done boolean not null,
  primary key (tenant_id, import_id, day, number, is_refund, row),
  foreign key (tenant_id, import_id) references bill_import (tenant_id, id),
  foreign key (tenant_id, source_id) references bill_source (tenant_id, id)
);
create index bill_line_number on bill_line (tenant_id, source_id, number);
select tenant_table('bill_line');

-- A day of a channel and merchant.
create table channel_day (
  tenant_id int not null references tenant,
  id uuid not null,
  source_id uuid not null,
  day date not null,
  -- When the day of the channel begins and ends.
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  state text not null default 'open' check (state in ('open', 'differences', 'compared', 'balanced', 'closed')),
  -- Counts what the comparison depends on: bills, and records moved to or from the day.
  revision int not null default 0,
  compared_revision int,
  compared_at timestamptz,
  -- When the provider's bill was there.
  billed_at timestamptz,
  fetch_count int not null default 0,
  fetch_error text,
  fetch_after timestamptz,
  ours_count int not null default 0,
  ours_fen bigint not null default 0,
  ours_fee_fen bigint not null default 0,
  theirs_count int not null default 0,
  theirs_fen bigint not null default 0,
  theirs_fee_fen bigint not null default 0,
  -- What acts on differences changed on our side since the comparison.
  adjusted_fen bigint not null default 0,
  -- Records and sums by class, as the comparison found them.
  classes jsonb not null default '{}',
  difference_count int not null default 0,
  open_count int not null default 0,
  has_bank_side boolean not null default false,
  settled_fen bigint not null default 0,
  -- Written off between what the bank was to receive and what it got.
  settled_off_fen bigint not null default 0,
  fee_booked_fen bigint not null default 0,
  -- Somebody has to see to it: both sides differ, or its bill should have been there.
  is_unbalanced boolean not null generated always as (state = 'differences' or state = 'open' and fetch_count > 3) stored,
  closed_at timestamptz,
  closed_by text,
  close_note text,
  reopened_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, source_id, day),
  foreign key (tenant_id, source_id) references bill_source (tenant_id, id),
  check ((state = 'closed') = (closed_at is not null))
);
create index channel_day_day on channel_day (tenant_id, day, id);
create index channel_day_state on channel_day (tenant_id, state) where state <> 'closed';
create index channel_day_fetch on channel_day (fetch_after) where fetch_after is not null;
select tenant_table('channel_day');

-- The files whose lines are the bill of a day.
create table day_bill (
  tenant_id int not null references tenant,
  channel_day_id uuid not null,
  import_id uuid not null,
  primary key (tenant_id, channel_day_id, import_id),
  foreign key (tenant_id, channel_day_id) references channel_day (tenant_id, id),
  foreign key (tenant_id, import_id) references bill_import (tenant_id, id)
);
create index day_bill_import on day_bill (tenant_id, import_id);
select tenant_table('day_bill');

-- Payments and refunds that count for another day than that on which we booked them.
create table record_day (
  tenant_id int not null references tenant,
  record_id uuid not null,
  source_id uuid not null,
  day date not null,
  -- The day by our own clock.
  own_day date not null,
  moved_at timestamptz not null,
  primary key (tenant_id, record_id),
  foreign key (tenant_id, source_id) references bill_source (tenant_id, id)
);
create index record_day_day on record_day (tenant_id, source_id, day);
select tenant_table('record_day');

-- What differs on a day. `is_current`: the last comparison found it; others are history.
create table day_difference (
  tenant_id int not null references tenant,
  id uuid not null,
  created_at timestamptz not null,
  channel_day_id uuid not null,
  side text not null check (side in ('bill', 'bank')),
  kind text not null check (kind in ('ours-only', 'theirs-only', 'amount', 'state', 'fee', 'day')),
  number text not null,
  trade_no text not null,
  is_refund boolean not null,
  -- Counts, from 0, lines of a bill that have the same numbers.
  occurrence int not null default 0,
  -- Our payment or refund.
  record_id uuid,
  ours_fen bigint,
  ours_fee_fen bigint,
  ours_state text,
  ours_at timestamptz,
  ours_day date,
  theirs_fen bigint,
  theirs_fee_fen bigint,
  theirs_at timestamptz,
  theirs_day date,
  theirs_done boolean,
  state text not null default 'open' check (state in ('open', 'resolved', 'gone')),
  resolution text check (resolution in ('post', 'refund', 'move', 'fee', 'write-off')),
  is_current boolean not null default true,
  -- What its resolution changed on our side, until the next comparison finds it there.
  adjusted_fen bigint not null default 0,
  note text,
  resolved_at timestamptz,
  resolved_by text,
  -- Where money that nobody knew was booked.
  lot_id uuid,
  -- Of money given back: the refund.
  refund_id uuid,
  primary key (tenant_id, id),
  unique (tenant_id, channel_day_id, side, number, is_refund, trade_no, occurrence),
  foreign key (tenant_id, channel_day_id) references channel_day (tenant_id, id),
  foreign key (tenant_id, lot_id) references lot (tenant_id, id),
  check ((state = 'resolved') = (resolution is not null))
);
create index day_difference_lot on day_difference (tenant_id, lot_id) where lot_id is not null;
create index day_difference_created on day_difference (tenant_id, created_at, id);
select tenant_table('day_difference');

-- Entries of bank statements; `identity` is what makes one the same in two files.
create table bank_line (
  tenant_id int not null references tenant,
  id uuid not null,
  created_at timestamptz not null,
  import_id uuid not null,
  source_id uuid not null,
  identity text not null,
  serial_no text not null,
  day date not null,
  amount_fen bigint not null,
  counterparty text not null,
  memo text not null,
  -- The channel whose settlement it is taken for.
  settle_source_id uuid,
  -- What of it is settled; `is_other`: it settles no channel.
  settled_fen bigint not null default 0,
  is_other boolean not null default false,
  primary key (tenant_id, id),
  unique (tenant_id, source_id, identity),
  foreign key (tenant_id, import_id) references bill_import (tenant_id, id),
  foreign key (tenant_id, source_id) references bill_source (tenant_id, id),
  foreign key (tenant_id, settle_source_id) references bill_source (tenant_id, id)
);
create index bank_line_day on bank_line (tenant_id, day, id);
create index bank_line_import on bank_line (tenant_id, import_id);
create index bank_line_settle on bank_line (tenant_id, settle_source_id, day);
select tenant_table('bank_line');

-- What of an entry of a bank statement is the money of a day.
create table day_settlement (
  tenant_id int not null references tenant,
  id uuid not null,
  created_at timestamptz not null,
  channel_day_id uuid not null,
  bank_line_id uuid not null,
  amount_fen bigint not null check (amount_fen <> 0),
  actor_name text not null,
  primary key (tenant_id, id),
  unique (tenant_id, channel_day_id, bank_line_id),
  foreign key (tenant_id, channel_day_id) references channel_day (tenant_id, id),
  foreign key (tenant_id, bank_line_id) references bank_line (tenant_id, id)
);
create index day_settlement_line on day_settlement (tenant_id, bank_line_id);
select tenant_table('day_settlement');

-- A closed day changes by nothing but being opened again, whatever the code does. Erasing a whole tenant is let through.
create function guard_closed_day() returns trigger language plpgsql as $$
begin
  if old.state <> 'closed' or current_setting('boyun.erasing', true) = old.tenant_id::text then
    return case tg_op when 'DELETE' then old else new end;
  end if;
  if tg_op = 'UPDATE' and new.state <> 'closed' and new.reopened_at is distinct from old.reopened_at then
    return new;
  end if;
  raise exception 'day % of source % is closed', old.day, old.source_id using errcode = 'restrict_violation';
end $$;
create trigger guard before update or delete on channel_day for each row execute function guard_closed_day();

create function refuse_closed_day(of_tenant int, of_day uuid) returns void language plpgsql as $$
begin
  if exists (select from channel_day where tenant_id = of_tenant and id = of_day and state = 'closed')
    and current_setting('boyun.erasing', true) is distinct from of_tenant::text then
    raise exception 'day % is closed', of_day using errcode = 'restrict_violation';
  end if;
end $$;
create function guard_part_of_day() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then perform refuse_closed_day(old.tenant_id, old.channel_day_id); end if;
  if tg_op <> 'DELETE' then perform refuse_closed_day(new.tenant_id, new.channel_day_id); end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;
create trigger guard before insert or update or delete on day_bill for each row execute function guard_part_of_day();
create trigger guard before insert or update or delete on day_difference for each row execute function guard_part_of_day();
create trigger guard before insert or update or delete on day_settlement for each row execute function guard_part_of_day();

create function guard_record_day() returns trigger language plpgsql as $$
declare
  moved record_day := case tg_op when 'DELETE' then old else new end;
begin
  perform refuse_closed_day(d.tenant_id, d.id) from channel_day d
    where d.tenant_id = moved.tenant_id and d.source_id = moved.source_id
      and (d.day in (moved.day, moved.own_day) or tg_op = 'UPDATE' and d.day = old.day);
  return moved;
end $$;
create trigger guard before insert or update or delete on record_day for each row execute function guard_record_day();

-- Lines never change; they go with a file that was not taken, and not while a closed day has them as its bill.
revoke update on bill_line from boyun_app, boyun_system;
create function guard_bill_line() returns trigger language plpgsql as $$
begin
  perform refuse_closed_day(b.tenant_id, b.channel_day_id) from day_bill b
    where (b.tenant_id, b.import_id) in (select distinct tenant_id, import_id from changed);
  return null;
end $$;
create trigger guard_insert after insert on bill_line referencing new table as changed
  for each statement execute function guard_bill_line();
create trigger guard_delete after delete on bill_line referencing old table as changed
  for each statement execute function guard_bill_line();

-- Views that other modules may read.
create view channel_day_fact with (security_invoker = true) as
  select d.tenant_id, d.id, d.source_id, s.kind as source_kind, s.channel, s.merchant_no, d.day, d.starts_at, d.ends_at, d.state, d.is_unbalanced, d.ours_fen, d.theirs_fen,
    d.theirs_fee_fen, d.adjusted_fen, d.has_bank_side, d.settled_fen, d.settled_off_fen, d.fee_booked_fen
  from channel_day d join bill_source s on s.tenant_id = d.tenant_id and s.id = d.source_id;
create view record_day_fact with (security_invoker = true) as
  select tenant_id, record_id, source_id, day from record_day;
create view day_bill_line_fact with (security_invoker = true) as
  select b.tenant_id, b.channel_day_id, l.number, l.is_refund, l.amount_fen, l.fee_fen, l.is_done
  from day_bill b
  join channel_day d on d.tenant_id = b.tenant_id and d.id = b.channel_day_id
  join bill_line l on l.tenant_id = b.tenant_id and l.import_id = b.import_id and l.day = d.day;
create view day_settlement_fact with (security_invoker = true) as
  select tenant_id, id, channel_day_id, amount_fen from day_settlement;
create view day_difference_fact with (security_invoker = true) as
  select tenant_id, id, channel_day_id, side, kind, state, resolution, is_current, adjusted_fen, ours_fen, theirs_fen
  from day_difference;
grant select on channel_day_fact, record_day_fact, day_bill_line_fact, day_settlement_fact, day_difference_fact
  to boyun_app, boyun_system;
