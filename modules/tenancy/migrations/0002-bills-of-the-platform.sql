-- A bill is a row of the platform, whose books it is in; `debtor_id` owes it. Without a reference, so that it outlives the debtor.
alter table tenant_bill add column debtor_id int, add column debtor_name text,
  -- Of a settled bill: when the log of the debtor was told.
  add column told_at timestamptz;
update tenant_bill b set debtor_id = b.tenant_id, debtor_name = t.name, told_at = b.settled_at from tenant t where t.id = b.tenant_id;
alter table tenant_bill alter column debtor_id set not null, alter column debtor_name set not null,
  drop constraint tenant_bill_tenant_id_month_key;
update tenant_bill set tenant_id = p.id from (select id from tenant where kind = 'platform' order by id limit 1) p;
alter table tenant_bill add unique (tenant_id, debtor_id, month);
create index tenant_bill_debtor on tenant_bill (debtor_id, month);
create index tenant_bill_untold on tenant_bill (settled_at) where settled_at is not null and told_at is null;
