-- Histories are append-only for the application; what a tenant need not keep any longer goes through these two functions.
-- They run as the owner of the tables, for the tenant of the transaction, and refuse what is too young.

-- Append-only tables whose old rows may be removed: the lowest age in days, and a condition on the row `r` that keeps it.
create table prunable_log (
  name text primary key,
  least_days int not null check (least_days > 0),
  needed text not null
);

create function prunable(name text, least_days int, needed text default 'false') returns void language sql as $$
  insert into prunable_log values ($1, $2, $3)
$$;
-- Cybersecurity Law, article 21: six months.
select prunable('audit_log', 180);

-- Deletes the oldest rows of a log of one tenant: at most the given number, and none younger than the log's lowest age. Returns how many.
create function prune_log(name text, before timestamptz, most int) returns int
language plpgsql security definer set search_path = public as $$
declare
  of_tenant int := current_setting('boyun.tenant')::int;
  least int;
  needed text;
  removed int;
begin
  select l.least_days, l.needed into least, needed from prunable_log l where l.name = prune_log.name;
  if least is null then
    raise exception '% is not a log that can be pruned', name;
  end if;
  if before > now() - make_interval(days => least) then
    raise exception '% is kept for % days at least', name, least;
  end if;
  execute format('delete from %1$I where tenant_id = $1 and id in (
    select id from %1$I r where tenant_id = $1 and id < first_uuid($2) and not (%2$s) order by id limit $3)', name, needed)
    using of_tenant, before, most;
  get diagnostics removed = row_count;
  return removed;
end $$;
revoke execute on function prune_log from public;
grant execute on function prune_log to boyun_app;

-- Replaces a text by another in what events say of a subject, where they are older than 30 days: plates by masked ones,
-- pictures by null. The three arrays belong together by position.
create function redact_events(subjects uuid[], sought text[], replacements text[]) returns void
language plpgsql security definer set search_path = public as $$
declare
  of_tenant int := current_setting('boyun.tenant')::int;
begin
  update event e set data = replace(e.data::text, r.old_text, r.new_text)::jsonb
  from unnest(subjects, sought, replacements) as r(subject, old_text, new_text)
  where e.tenant_id = of_tenant and e.subject_id = r.subject and e.id < first_uuid(now() - interval '30 days')
    and strpos(e.data::text, r.old_text) > 0;
end $$;
revoke execute on function redact_events from public;
grant execute on function redact_events to boyun_app;
