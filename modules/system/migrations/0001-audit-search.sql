-- Account names are case-insensitive, so the audit log is searched that way.
create index audit_log_any_case on audit_log (tenant_id, lower(account), id);

-- Returns the character pairs of a text, each prefixed with its tenant: a substring is found through its pairs.
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
-- fastupdate is off: merging the pending list would occasionally delay a passing.
create index audit_log_pairs on audit_log using gin (tenant_pairs(tenant_id, subject)) with (fastupdate = off);
