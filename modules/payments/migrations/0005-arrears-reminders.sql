-- The rule of reminders of debts becomes the setting of one kind of reminder; the address of links is PUBLIC_URL.
insert into quiet_hours (tenant_id, version, updated_at, quiet_from, quiet_to)
select tenant_id, 1, updated_at, quiet_from, quiet_to from arrears_rule
on conflict (tenant_id) do nothing;
insert into reminder_rule (tenant_id, kind, version, updated_at, is_active, days, every_days, most_times, is_to_owner, is_to_staff)
select tenant_id, 'arrears', 1, updated_at, is_active, after_days, every_days, most_times, true, false from arrears_rule;
drop table arrears_rule;

-- Debts that plates were reminded of already.
insert into reminder (tenant_id, kind, subject, occasion, last_at, times)
select o.tenant_id, 'arrears', o.plate, o.since, max(r.at), count(*) filter (where r.is_automatic and r.at >= o.since)
from (select tenant_id, plate, min(left_at) as since from stay_fact where pay_state = 'arrears' group by tenant_id, plate) o
join arrears_reminder r on r.tenant_id = o.tenant_id and r.plate = o.plate
group by o.tenant_id, o.plate, o.since;
