-- That a merchant was told of is kept with the other reminders.
insert into reminder (tenant_id, kind, subject, last_at, times)
select tenant_id, 'merchant-credit', id::text, low_told_at, 1 from merchant where low_told_at is not null;
alter table merchant drop column low_told_at;
