-- A payment by `balance` names the wallet it came from, a refund by `balance` the wallet it goes back to, as cards do.
do $$
declare
  found record;
begin
  for found in select conrelid::regclass as name, conname from pg_constraint
    where conrelid in ('payment'::regclass, 'refund'::regclass) and contype = 'c'
      and pg_get_constraintdef(oid) like '%source_id IS NOT NULL%'
  loop
    execute format('alter table %s drop constraint %I', found.name, found.conname);
  end loop;
end $$;
alter table payment add constraint payment_source_check check ((channel in ('card', 'balance')) = (source_id is not null));
alter table refund add constraint refund_source_check check ((channel in ('card', 'balance')) = (source_id is not null));
