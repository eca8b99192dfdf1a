-- The plates that came back, counted once an hour for each choice of lots: every stay of half a year is read for it.
create table kept_returning (
  tenant_id int not null references tenant,
  -- The length of the periods, the zone, and a hash of the lots.
  asked text not null,
  at timestamptz not null,
  -- How many plates parked in which periods, by the bits of these.
  counts jsonb not null,
  primary key (tenant_id, asked)
);
select tenant_table('kept_returning');
