-- Who registered by a share link becomes a customer, in the module that keeps them: it takes them over and ends them here.
create function take_registrations()
  returns table (tenant_id int, id uuid, at timestamptz, account_id uuid, channel text, name text, mobile text, plate text)
  language sql as $$ select tenant_id, id, at, account_id, channel, name, mobile, plate from registration $$;
create function end_registrations() returns void language sql as $$ drop table registration $$;
