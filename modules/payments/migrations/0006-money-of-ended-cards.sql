-- Money of a card that goes back by the provider it came from may fail there: it is on the card again, which may be over.
do $$
declare
  found record;
begin
  for found in select conname from pg_constraint
    where conrelid = 'card'::regclass and contype = 'c' and pg_get_constraintdef(oid) like '%balance_fen = 0%'
  loop
    execute format('alter table card drop constraint %I', found.conname);
  end loop;
end $$;
