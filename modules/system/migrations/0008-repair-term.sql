-- How long closed repair orders are kept.
alter table retention_setting add column repair_days int not null default 1095 check (repair_days between 183 and 3650);
