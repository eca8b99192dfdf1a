-- Turns a plain table whose ids are UUIDv7 into one partitioned by month of the id. An empty table starts without a partition. A table
-- with rows becomes, as it is, the partition of everything up to the end of the current month (or of the month of its last row): no
-- row is moved, and indexes and foreign keys that match are attached rather than built again. Its rows are read once, to prove the
-- range. Keys, indexes, references, row-level security and grants are those the table had. Tables that others refer to are refused.
create function partition_by_month(name text) returns void language plpgsql as $$
declare
  old text := name || '_before';
  boundary timestamptz := (date_trunc('month', now() at time zone 'UTC') + interval '1 month') at time zone 'UTC';
  is_history boolean := not has_table_privilege('boyun_app', name, 'delete');
  item record;
  last uuid;
  beyond text;
begin
  if exists (select from pg_constraint where contype = 'f' and confrelid = name::regclass) then
    raise exception '% is referred to by other tables', name;
  end if;
  -- Forced, row-level security would hide the rows from an owner that is no superuser.
  execute format('alter table %I no force row level security', name);
  execute format('select id from %I order by id desc limit 1', name) into last;
  -- An id that is no UUIDv7 of a plausible time leaves the first partition without an end.
  beyond := case when last >= first_uuid('2100-01-01T00:00:00Z') then 'maxvalue' else quote_literal(first_uuid(greatest(boundary,
    (date_trunc('month', uuid_time(last) at time zone 'UTC') + interval '1 month') at time zone 'UTC'))) end;
  create temporary table kept on commit drop as
    select 1 as turn, c.conname as what, c.contype in ('p', 'u') as is_index,
      format('alter table %I add constraint %I %s', name, c.conname, pg_get_constraintdef(c.oid)) as definition
    from pg_constraint c where c.conrelid = name::regclass and c.contype in ('p', 'u', 'f')
    union all
    select 2, i.indexrelid::regclass::text, true, pg_get_indexdef(i.indexrelid)
    from pg_index i where i.indrelid = name::regclass
    and not exists (select from pg_constraint c where c.conindid = i.indexrelid and c.contype in ('p', 'u'));
  execute format('alter table %I rename to %I', name, old);
  for item in select * from kept where is_index loop
    execute format('alter index %I rename to %I', item.what, item.what || '_before');
  end loop;
  execute format('create table %I (like %I including defaults including constraints including generated including storage including comments) '
    'partition by range (id)', name, old);
  for item in select * from kept order by turn loop
    execute item.definition;
  end loop;
  if last is null then
    execute format('drop table %I', old);
  else
    if beyond <> 'maxvalue' then
      execute format('alter table %I add constraint %I check (id < %s)', old, old || '_range', beyond);
    end if;
    for item in select polname from pg_policy where polrelid = old::regclass loop
      execute format('drop policy %I on %I', item.polname, old);
    end loop;
    execute format('alter table %I disable row level security', old);
    execute format('revoke all on %I from boyun_app, boyun_system', old);
    execute format('alter table %I attach partition %I for values from (minvalue) to (%s)', name, old, beyond);
    if beyond <> 'maxvalue' then
      execute format('alter table %I drop constraint %I', old, old || '_range');
    end if;
  end if;
  perform tenant_table(name);
  if is_history then
    perform append_only(name);
  end if;
  drop table kept;
end $$;

select partition_by_month('audit_log');
