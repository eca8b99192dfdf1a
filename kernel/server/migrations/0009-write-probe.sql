-- One row that every server process writes again every few seconds: whether the database takes writes is found out by
-- writing. The filler is large enough to need new pages.
create table write_probe (
  id int primary key check (id = 1),
  written_at timestamptz not null,
  filler text not null
);
alter table write_probe alter column filler set storage external;
insert into write_probe values (1, now(), '');
grant select, update on write_probe to boyun_system;
