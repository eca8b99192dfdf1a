-- How many spots a lot has had, of lots whose number has changed: statistics of past days use the number of that day. The first row of a
-- lot, since -infinity, is the number before the first change.
create table lot_capacity (
  tenant_id int not null references tenant,
  lot_id uuid not null,
  since timestamptz not null,
  capacity int not null check (capacity >= 0),
  primary key (tenant_id, lot_id, since),
  foreign key (tenant_id, lot_id) references lot (tenant_id, id)
);
select tenant_table('lot_capacity');
create view lot_capacity_fact with (security_invoker = true) as
  select tenant_id, lot_id, since, capacity from lot_capacity;
grant select on lot_capacity_fact to boyun_app, boyun_system;
