-- Faults of the installation itself that its administrators must act on: a full disk, consumers that fall behind, events that were
-- set aside. One row for each fault; at most one open row for each name and subject.
create table system_alarm (
  id uuid primary key,
  -- What kind of fault, such as `consumer-lag`, and what it concerns, such as the consumer's name.
  name text not null,
  subject text not null,
  -- The tenant concerned, whose administrators see it too; null: the whole installation.
  of_tenant int references tenant on delete cascade,
  text_zh text not null,
  text_en text not null,
  raised_at timestamptz not null,
  last_seen_at timestamptz not null,
  -- Null while it is open.
  ended_at timestamptz
);
create unique index system_alarm_open on system_alarm (name, subject) where ended_at is null;
create index system_alarm_tenant on system_alarm (of_tenant, raised_at);
create index system_alarm_order on system_alarm (raised_at, id);
alter table system_alarm enable row level security;
alter table system_alarm force row level security;
create policy tenant on system_alarm to boyun_app using (of_tenant = current_setting('boyun.tenant')::int);
create policy system on system_alarm to boyun_system using (true) with check (true);
grant select on system_alarm to boyun_app;
grant select, insert, update, delete on system_alarm to boyun_system;

-- Consumers of the event log, each of which runs in one server process at a time. The holder renews its lease; after `expires_at` (by the clock of the
-- database) another process may take it.
create table lease (
  name text primary key,
  holder text not null,
  expires_at timestamptz not null
);
grant select, insert, update, delete on lease to boyun_system;
