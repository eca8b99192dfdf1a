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
-- Before there were wallets, money by `balance` named none.
alter table payment add constraint payment_source_check
  check (case channel when 'card' then source_id is not null when 'balance' then true else source_id is null end);
alter table refund add constraint refund_source_check
  check (case channel when 'card' then source_id is not null when 'balance' then true else source_id is null end);
