-- The event log is read in the order of `seq` alone. Before a statement that adds events takes its numbers, its transaction takes a
-- shared advisory lock whose key holds the last number given by then. A reader that finds no lock below a number knows that every
-- transaction with an event up to that number has ended, whatever other transactions the server has open.

-- Row-level security, forced, would hide the rows from an owner that is no superuser.
alter table event no force row level security;
create index event_seq on event (seq);

-- Events that some consumer has not taken yet get numbers of their old order (xid, seq), behind all there are; positions move along.
alter table consumer_position add column new_seq bigint;
do $$
declare
  -- The greatest number given so far.
  base bigint := greatest(
    (select coalesce(max(seq), 0) from event), (select case when is_called then last_value else 0 end from event_seq_seq));
begin
  create temp table event_place on commit drop as
    select e.tenant_id, e.id, e.xid, e.seq, base + row_number() over (order by e.xid, e.seq) as place
    from event e
    where not exists (select from consumer_position)
      or (e.xid, e.seq) > (select xid, seq from consumer_position order by xid, seq limit 1);
  update consumer_position c set new_seq = coalesce(
    (select max(p.place) from event_place p where (p.xid, p.seq) <= (c.xid, c.seq)), base);
  update event e set seq = p.place from event_place p where e.tenant_id = p.tenant_id and e.id = p.id;
  base := base + (select count(*) from event_place);
  if base > 0 then
    perform setval('event_seq_seq', base);
  end if;
end $$;

alter table consumer_position drop column xid, drop column seq;
alter table consumer_position rename column new_seq to seq;
alter table consumer_position alter column seq set not null;
drop index event_order;
alter table event drop column xid;
alter table event force row level security;

-- 0xB0E7 in the upper 16 bits of the key, the last number given in the lower 48.
create function announce_events() returns trigger language plpgsql as $$
declare
  given bigint;
begin
  select case when is_called then last_value else last_value - 1 end into given from event_seq_seq;
  perform pg_advisory_xact_lock_shared((x'B0E7000000000000')::bigint | given);
  return null;
end $$;
create trigger announce_events before insert on event for each statement execute function announce_events();
grant select on sequence event_seq_seq to boyun_app, boyun_system;

-- The number up to which the event log is complete: every event numbered up to it is committed or will never be. Statements that
-- begin afterwards see those events. Returns the last number given, without a look at the locks, where that is not beyond
-- `after_seq`. It must not run inside a transaction with one snapshot for all statements.
create function event_bound(after_seq bigint) returns bigint language plpgsql volatile as $$
declare
  given bigint;
  pending bigint;
begin
  select case when is_called then last_value else last_value - 1 end into given from event_seq_seq;
  if given <= after_seq then
    return given;
  end if;
  select min((classid::bigint & 65535) << 32 | objid::bigint) into pending from pg_locks
  where locktype = 'advisory' and objsubid = 1 and classid::bigint >> 16 = x'B0E7'::bigint
    and database = (select oid from pg_database where datname = current_database());
  return least(given, pending);
end $$;
grant execute on function event_bound to boyun_app, boyun_system;

-- Events above a consumer's position that it has taken already: lots do not wait for each other. Rows are kept for some minutes after the
-- position has passed them, so that a process that lost its lease without noticing cannot take an event again.
create table consumer_done (
  consumer text not null,
  seq bigint not null,
  done_at timestamptz not null default clock_timestamp(),
  primary key (consumer, seq)
);
grant select, insert on consumer_done to boyun_app;
grant select, insert, delete on consumer_done to boyun_system;

-- An event that was set aside may be tried again by a person.
alter table consumer_failure add column resolved_at timestamptz, add column resolved_by text;
create index consumer_failure_open on consumer_failure (tenant_id, consumer) where resolved_at is null;
