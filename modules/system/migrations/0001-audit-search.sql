-- Accounts are the same whatever their capitals, so the audit log is searched that way.
create index audit_log_any_case on audit_log (tenant_id, lower(account), id);

-- The pairs of characters of a text, each behind its tenant: a part of a name is found by the pairs it is made of.
create function tenant_pairs(of_tenant int, of_text text) returns text[] language plpgsql immutable parallel safe as $$
declare
  small text := lower(of_text);
  pairs text[] := '{}';
begin
  for place in 1 .. coalesce(length(small), 0) - 1 loop
    pairs := pairs || (of_tenant || ' ' || substr(small, place, 2));
  end loop;
  return pairs;
end $$;
-- Written as it goes: a list of what is still to be sorted in would make somebody at a gate wait for it now and then.
create index audit_log_pairs on audit_log using gin (tenant_pairs(tenant_id, subject)) with (fastupdate = off);
