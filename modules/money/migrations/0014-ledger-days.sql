-- `safe` and `float`: cash of a lot in its safe and in its booths; `bank`; `cash-difference`: what tills had too little (a debit) or too much;
-- `revenue-share` and `payable`: what sub-merchants get of the revenue, and what of it is not paid out; `channel-fee`: what channels keep.
alter table ledger_entry drop constraint ledger_entry_account_check;
alter table ledger_entry add constraint ledger_entry_account_check check (
  account in ('receivable', 'revenue', 'promotion', 'clearing', 'cash', 'card', 'owed', 'merchant', 'wallet', 'safe', 'float', 'bank',
    'cash-difference', 'revenue-share', 'payable', 'channel-fee'));
-- What a transaction is about where that is neither bill, payment nor refund: a shift, a settlement.
alter table ledger_entry add column source text, add column source_id uuid;
create index ledger_entry_source on ledger_entry (tenant_id, source_id) where source_id is not null;
create index ledger_entry_at on ledger_entry (tenant_id, at, id);
create or replace view ledger_entry_fact with (security_invoker = true) as
  select tenant_id, id, transaction_id, account, party, amount_fen, bill_id, payment_id, refund_id, at, lot_id, source, source_id
  from ledger_entry;

drop function book_transfer(int, timestamptz, text, text, text, text, bigint, uuid);
-- Books an amount from one account to another; below zero, back again. Nothing is booked for zero.
create function book_transfer(of_tenant int, at timestamptz, from_account text, from_party text, to_account text, to_party text,
  amount bigint, of_lot uuid, of_source text default null, of_source_id uuid default null) returns void language sql as $$
  insert into ledger_entry (tenant_id, id, transaction_id, at, account, party, amount_fen, lot_id, source, source_id)
  select of_tenant, e.id, t.id, at, e.account, e.party, e.fen, of_lot, of_source, of_source_id
  from (select new_uuid(at) as id) as t
  cross join lateral (values (new_uuid(at), to_account, to_party, amount), (new_uuid(at), from_account, from_party, -amount))
    as e(id, account, party, fen)
  where amount <> 0
$$;

-- How far the ledger of a tenant is summed up and closed. Days are those of the lot's zone.
create table ledger_state (
  tenant_id int not null references tenant,
  -- The days before it are in `ledger_day`.
  next_day date not null,
  -- Entries of the days before it are refused.
  closed_before date not null default '-infinity',
  primary key (tenant_id)
);
select tenant_table('ledger_state');

-- What a day brought to an account in a lot.
create table ledger_day (
  tenant_id int not null references tenant,
  id uuid not null,
  day date not null,
  lot_id uuid,
  account text not null,
  party text not null,
  debit_fen bigint not null check (debit_fen >= 0),
  credit_fen bigint not null check (credit_fen >= 0),
  entry_count int not null check (entry_count > 0),
  primary key (tenant_id, id),
  foreign key (tenant_id, lot_id) references lot (tenant_id, id)
);
create unique index ledger_day_of on ledger_day (tenant_id, account, party, day, lot_id) nulls not distinct;
create index ledger_day_lot on ledger_day (tenant_id, lot_id, day);
create index ledger_day_day on ledger_day (tenant_id, day);
select tenant_table('ledger_day');

-- The day of an entry: that of its lot, or of the tenant where it has none.
create function ledger_day_of(at timestamptz, lot_zone text, tenant_zone text) returns date language sql immutable as $$
  select (at at time zone coalesce(lot_zone, tenant_zone))::date
$$;

-- The days of the ledger: those summed up, and the entries since.
create view ledger_day_fact with (security_invoker = true) as
  select tenant_id, day, lot_id, account, party, debit_fen, credit_fen, entry_count from ledger_day
  union all
  select e.tenant_id, ledger_day_of(e.at, l.time_zone, t.time_zone), e.lot_id, e.account, e.party,
    coalesce(sum(e.amount_fen) filter (where e.amount_fen > 0), 0)::bigint,
    coalesce(-sum(e.amount_fen) filter (where e.amount_fen < 0), 0)::bigint, count(*)::int
  from tenant t
  left join ledger_state s on s.tenant_id = t.id
  -- A day of the lot begins at most fourteen hours before that of UTC.
  join ledger_entry e on e.tenant_id = t.id and e.at >= coalesce(s.next_day - interval '14 hours', '-infinity') at time zone 'UTC'
  left join lot_fact l on l.tenant_id = e.tenant_id and l.id = e.lot_id
  where ledger_day_of(e.at, l.time_zone, t.time_zone) >= coalesce(s.next_day, '-infinity')
  group by 1, 2, 3, 4, 5;
create view ledger_state_fact with (security_invoker = true) as
  select tenant_id, next_day, closed_before from ledger_state;
grant select on ledger_day_fact, ledger_state_fact to boyun_app, boyun_system;

-- Refuses entries of closed days, and adds those of days that are summed up to their sums.
create function note_ledger_entries() returns trigger language plpgsql as $$
declare
  closed date;
begin
  if not exists (select from added a join ledger_state s on s.tenant_id = a.tenant_id join tenant t on t.id = a.tenant_id
    left join lot_fact l on l.tenant_id = a.tenant_id and l.id = a.lot_id
    where ledger_day_of(a.at, l.time_zone, t.time_zone) < s.next_day) then
    return null;
  end if;
  select s.closed_before into closed from added a
    join ledger_state s on s.tenant_id = a.tenant_id
    join tenant t on t.id = a.tenant_id
    left join lot_fact l on l.tenant_id = a.tenant_id and l.id = a.lot_id
    where ledger_day_of(a.at, l.time_zone, t.time_zone) < s.closed_before limit 1;
  if found then
    raise exception 'the ledger is closed before %', closed using errcode = 'check_violation';
  end if;
  insert into ledger_day as d (tenant_id, id, day, lot_id, account, party, debit_fen, credit_fen, entry_count)
  select a.tenant_id, new_uuid(min(a.at)), ledger_day_of(a.at, l.time_zone, t.time_zone), a.lot_id, a.account, a.party,
    coalesce(sum(a.amount_fen) filter (where a.amount_fen > 0), 0), coalesce(-sum(a.amount_fen) filter (where a.amount_fen < 0), 0), count(*)
  from added a
  join ledger_state s on s.tenant_id = a.tenant_id
  join tenant t on t.id = a.tenant_id
  left join lot_fact l on l.tenant_id = a.tenant_id and l.id = a.lot_id
  where ledger_day_of(a.at, l.time_zone, t.time_zone) < s.next_day
  group by 1, 3, 4, 5, 6
  on conflict (tenant_id, account, party, day, lot_id) do update set debit_fen = d.debit_fen + excluded.debit_fen,
    credit_fen = d.credit_fen + excluded.credit_fen, entry_count = d.entry_count + excluded.entry_count;
  return null;
end $$;
create trigger note_ledger_entries after insert on ledger_entry referencing new table as added
  for each statement execute function note_ledger_entries();
