-- Histories are append-only for the application; what a tenant need not keep any longer goes through these two functions.
-- They run as the owner of the tables, for the tenant of the transaction, and refuse what is too young.

-- Removes the oldest rows of a log of one tenant: at most so many, and none younger than six months (Cybersecurity Law,
-- article 21). Answers how many.
create function prune_log(name text, before timestamptz, most int) returns int
language plpgsql security definer set search_path = public as $$
declare
  of_tenant int := current_setting('boyun.tenant')::int;
  removed int;
begin
  if name not in ('audit_log', 'login_log') then
    raise exception '% is not a log that can be pruned', name;
  end if;
  if before > now() - interval '180 days' then
    raise exception 'logs are kept for six months at least';
  end if;
  execute format('delete from %1$I where tenant_id = $1 and id in (
    select id from %1$I where tenant_id = $1 and id < first_uuid($2) order by id limit $3)', name)
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
