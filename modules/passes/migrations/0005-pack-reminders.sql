-- Which end of a pack was reminded of is kept with the other reminders.
insert into reminder (tenant_id, kind, subject, occasion, last_at, times)
select tenant_id, 'pack-ending', id::text, reminded_until, updated_at, 1 from pack
where state = 'active' and reminded_until is not null;
alter table pack drop column reminded_until;
