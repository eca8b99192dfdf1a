-- Partitions are created apart and attached by the server (kernel/server/partition.ts). A default partition would have to
-- be locked and scanned at each attachment, so there is none: a row of a month without a partition is refused.
drop function month_partitions(text, date, date);

-- When a UUIDv7 was made.
create function uuid_time(id uuid) returns timestamptz language sql immutable as $$
  select to_timestamp(('x' || substr(replace(id::text, '-', ''), 1, 12))::bit(48)::bigint / 1000.0)
$$;

-- Removes the default partition of a table; rows in it go to partitions of their months. Ids that are no UUIDv7 of a
-- plausible time go to one partition at either end.
create function remove_default_partition(name text) returns void language plpgsql as $$
declare
  spare text := name || '_default';
  first_id uuid := first_uuid('2015-01-01T00:00:00Z');
  last_id uuid := first_uuid('2100-01-01T00:00:00Z');
  has_rows boolean;
  columns text;
  reference record;
  part record;
begin
  execute format('select exists (select from %I)', spare) into has_rows;
  if not has_rows then
    execute format('alter table %I detach partition %I', name, spare);
    execute format('drop table %I', spare);
    return;
  end if;
  select string_agg(quote_ident(attname), ', ') into columns from pg_attribute
  where attrelid = spare::regclass and attnum > 0 and not attisdropped and attgenerated = '';
  create temporary table kept_reference on commit drop as
    select conrelid::regclass::text as referrer, conname, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and confrelid = name::regclass and conparentid = 0;
  for reference in select * from kept_reference loop
    execute format('alter table %s drop constraint %I', reference.referrer, reference.conname);
  end loop;
  execute format('alter table %I detach partition %I', name, spare);
  for part in execute format($q$
    select distinct case when id < %1$L then 'past' when id >= %2$L then 'beyond' else to_char(uuid_time(id) at time zone 'UTC', 'YYYYMM') end as suffix,
      case when id < %1$L or id >= %2$L then null else date_trunc('month', uuid_time(id) at time zone 'UTC') end as month
    from %3$I$q$, first_id, last_id, spare)
  loop
    execute format('create table %I partition of %I for values from (%s) to (%s)', name || '_' || part.suffix, name,
      case part.suffix when 'past' then 'minvalue' when 'beyond' then quote_literal(last_id)
        else quote_literal(first_uuid(part.month at time zone 'UTC')) end,
      case part.suffix when 'past' then quote_literal(first_id) when 'beyond' then 'maxvalue'
        else quote_literal(first_uuid((part.month + interval '1 month') at time zone 'UTC')) end);
    -- Into the partition itself: row-level security of the table is forced upon its owner too.
    execute format('insert into %I (%s) select %s from %I where case when id < %L then %L when id >= %L then %L '
      'else to_char(uuid_time(id) at time zone ''UTC'', ''YYYYMM'') end = %L',
      name || '_' || part.suffix, columns, columns, spare, first_id, 'past', last_id, 'beyond', part.suffix);
  end loop;
  execute format('drop table %I', spare);
  for reference in select * from kept_reference loop
    execute format('alter table %s add constraint %I %s', reference.referrer, reference.conname, reference.definition);
  end loop;
  drop table kept_reference;
end $$;

select remove_default_partition('event');
