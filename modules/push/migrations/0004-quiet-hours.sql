-- Quiet hours are the tenant's: those of its first rule that had any become them.
insert into quiet_hours (tenant_id, version, updated_at, quiet_from, quiet_to)
select distinct on (tenant_id) tenant_id, 1, updated_at, quiet_from, quiet_to from push_rule
where quiet_from is not null and quiet_to is not null
order by tenant_id, is_active desc, created_at, id
on conflict (tenant_id) do nothing;

-- Whether SMS to owners of packs are sent is a setting of the reminder.
insert into reminder_rule (tenant_id, kind, version, updated_at, is_active, days, every_days, most_times, is_to_owner, is_to_staff)
select tenant_id, 'pack-ending', 1, max(updated_at), true, 0, 1, 1, true, false from push_rule
where event = 'pack.expiring' and is_active and is_to_owner and 'sms' = any(channels)
group by tenant_id;

alter table push_rule add column is_quiet boolean not null default true;
update push_rule set is_quiet = quiet_from is not null;
alter table push_rule alter column is_quiet drop default;
-- A rule that reached owners alone has nobody left.
delete from push_rule
where is_to_owner and channels = '{sms}' and roles = '{}' and accounts = '{}' and mobiles = '{}';
alter table push_rule drop column quiet_from, drop column quiet_to, drop column zone, drop column is_to_owner;
