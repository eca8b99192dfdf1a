-- The plates in the searched tables, each by all its endings of three characters and more: what a plate contains begins one of them.
-- Under row-level security PostgreSQL serves only plain comparisons from an index, so no index on a pattern would be read.
create table plate_tail (
  tenant_id int not null references tenant,
  tail text collate "C" not null,
  plate text not null,
  primary key (tenant_id, tail, plate)
);
select tenant_table('plate_tail');

create function plate_tails(plate text) returns setof text language sql immutable parallel safe as $$
  select substr(plate, place) from generate_series(1, length(plate) - 2) as place
$$;

-- Notes the plate of a row. A plate masked for privacy is not searched for.
create function note_plate() returns trigger language plpgsql as $$
begin
  if length(new.plate) < 3 or new.plate like '%*%' then return null; end if;
  perform from plate_tail where tenant_id = new.tenant_id and tail = new.plate and plate = new.plate;
  if not found then
    insert into plate_tail (tenant_id, tail, plate) select new.tenant_id, tail, new.plate from plate_tails(new.plate) as tail
    on conflict do nothing;
  end if;
  return null;
end $$;

-- Forgets the plate a row had, once no searched table has it any more.
create function forget_plate() returns trigger language plpgsql as $$
declare
  searched record;
  is_there boolean;
begin
  if length(old.plate) < 3 or current_setting('boyun.erasing', true) = old.tenant_id::text then return null; end if;
  if tg_op = 'UPDATE' then
    if new.plate = old.plate then return null; end if;
  end if;
  perform from plate_tail where tenant_id = old.tenant_id and tail = old.plate and plate = old.plate;
  if not found then return null; end if;
  for searched in select tgrelid::regclass as name from pg_trigger where tgname = 'note_plate' and tgparentid = 0 loop
    execute format('select exists (select from %s where tenant_id = $1 and plate = $2)', searched.name)
      into is_there using old.tenant_id, old.plate;
    if is_there then return null; end if;
  end loop;
  delete from plate_tail where tenant_id = old.tenant_id and plate = old.plate and tail in (select plate_tails(old.plate));
  return null;
end $$;

-- Makes a table with a column `plate` searched by any part of it. The column needs an index that begins with the tenant and the plate.
create function searched_by_plate(name text) returns void language plpgsql as $$
begin
  execute format('create trigger note_plate after insert or update of plate on %I for each row when (new.plate is not null) '
    'execute function note_plate()', name);
  execute format('create trigger forget_plate after delete or update of plate on %I for each row when (old.plate is not null) '
    'execute function forget_plate()', name);
  -- Forced, row-level security would hide the rows from an owner that is no superuser.
  execute format('alter table %I no force row level security', name);
  alter table plate_tail no force row level security;
  execute format('insert into plate_tail (tenant_id, tail, plate) select p.tenant_id, tail, p.plate '
    'from (select distinct tenant_id, plate from %I where plate not like ''%%*%%'') p cross join plate_tails(p.plate) as tail '
    'on conflict do nothing', name);
  alter table plate_tail force row level security;
  execute format('alter table %I force row level security', name);
end $$;
