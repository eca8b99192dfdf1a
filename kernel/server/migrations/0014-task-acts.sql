-- Operations whose work is long are tasks too.
alter table task drop constraint task_kind_check;
alter table task add constraint task_kind_check check (kind in ('export', 'import', 'act'));
