-- Erasing a tenant takes minutes to hours: it is done in steps of bounded size, each in a transaction of its own, and goes
-- on behind the last one after an interruption.

-- From this moment nothing of the tenant is served any more.
alter table tenant add column erasing_at timestamptz;

-- How far the erasure of a tenant has come. The row outlives the tenant: its files go last, and the platform sees what was erased.
create table tenant_erasure (
  id int primary key,
  code text not null,
  name text not null,
  started_at timestamptz not null,
  -- From the planner's statistics: counting would take as long as erasing.
  estimated_rows bigint not null,
  erased_rows bigint not null default 0,
  -- The table or partition in hand and the key of the last row considered in it; empty: from its beginning.
  at_table text,
  at_key text[],
  batch_rows int not null default 500,
  finished_at timestamptz
);
grant select, insert, update on tenant_erasure to boyun_system;

drop function erase_tenant(int);

-- Deletes at most the given number of rows of a tenant that is being erased from one table or partition, in the order of the primary key
-- from behind `after_key` on, which keeps a step from reading the dead rows of those before it. Returns how many rows were
-- considered and deleted, and the key to go on behind. Rows that others of the same table still refer to are left for a
-- later pass. It runs as the owner of the tables, the only role that may delete from a history.
create function erase_tenant_rows(of_tenant int, of_table text, after_key text[], at_most int)
  returns table (considered int, erased int, last_key text[])
  language plpgsql security definer set search_path = public
  -- Rows are found by the primary key and references by their indexes, whatever the statistics say of a table that shrinks.
  set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  place oid;
  keys text;
  key_texts text;
  bounds text;
  referring text;
begin
  perform from tenant where id = of_tenant and kind <> 'platform' and erasing_at is not null;
  if not found then raise exception 'tenant % is not being erased', of_tenant; end if;
  select c.oid into place from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname = of_table;
  if place is null then raise exception '% is no table of tenants', of_table; end if;
  if at_most not between 1 and 10000 then raise exception 'a step takes 1 to 10000 rows'; end if;
  select string_agg(format('t.%I', a.attname), ', ' order by k.nth), string_agg(format('t.%I::text', a.attname), ', ' order by k.nth),
    string_agg(format('$3[%s]::%s', k.nth, format_type(a.atttypid, a.atttypmod)), ', ' order by k.nth)
  into keys, key_texts, bounds
  from pg_index i cross join unnest(i.indkey::int2[]) with ordinality as k(num, nth)
  join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.num
  where i.indrelid = place and i.indisprimary;
  -- A table that refers to itself: what is referred to goes once the rows that refer to it are gone.
  select string_agg(format('and not exists (select from %s r where %s)', f.conrelid::regclass, (
      select string_agg(format('r.%I = t.%I', own.attname, other.attname), ' and ')
        || format(' and (%s) is distinct from (%s)', replace(keys, 't.', 'r.'), keys)
      from unnest(f.conkey, f.confkey) as pair(own_num, other_num)
      join pg_attribute own on own.attrelid = f.conrelid and own.attnum = pair.own_num
      join pg_attribute other on other.attrelid = f.confrelid and other.attnum = pair.other_num)), ' ')
  into referring
  from pg_constraint f where f.contype = 'f' and f.confrelid = place and f.conrelid = place;
  -- Triggers that keep rows for ever let these go.
  perform set_config('boyun.erasing', of_tenant::text, true);
  return query execute format(
    'with considered as materialized (
       select t.ctid as place, row_number() over (order by %1$s) as nth, array[%2$s] as key
       from %3$s t where t.tenant_id = $1 %4$s order by %1$s limit $2
     ), doomed as (select t.ctid as place from considered c join %3$s t on t.ctid = c.place where t.tenant_id = $1 %5$s),
     gone as (delete from %3$s t where t.tenant_id = $1 and t.ctid = any(array(select place from doomed)) returning 1)
     select (select count(*)::int from considered), (select count(*)::int from gone),
       (select key from considered order by nth desc limit 1)',
    keys, key_texts, place::regclass,
    case when after_key is not null then format('and (%s) > (%s)', keys, bounds) else '' end, coalesce(referring, ''))
  using of_tenant, at_most, after_key;
end $$;

-- Deletes the line of a tenant that is being erased; fails while any row refers to it.
create function erase_tenant_line(of_tenant int) returns void language sql security definer set search_path = public as $$
  delete from tenant where id = of_tenant and kind <> 'platform' and erasing_at is not null
$$;

-- Rows of a tenant in a table, partitions included, as the planner estimates them.
create function estimated_tenant_rows(of_tenant int, of_table text) returns bigint language plpgsql set search_path = public as $$
declare plan json;
begin
  execute format('explain (format json) select from %I where tenant_id = %L::int', of_table, of_tenant) into plan;
  return (plan->0->'Plan'->>'Plan Rows')::numeric::bigint;
end $$;

revoke execute on function erase_tenant_rows(int, text, text[], int), erase_tenant_line(int), estimated_tenant_rows(int, text) from public;
grant execute on function erase_tenant_rows(int, text, text[], int), erase_tenant_line(int), estimated_tenant_rows(int, text) to boyun_system;
