-- An entry applies to the lots it names; an empty list stands for all lots. Each table keeps its index by plate for the
-- look-up at a passing, which reads the lots from the row.

-- Keeps a lot while a row of a table names it, as a foreign key would; an array has none.
create function keep_named_lot() returns trigger language plpgsql as $$
declare
  is_named boolean;
begin
  -- A tenant that is erased loses its rows in an order of their own.
  if exists (select from tenant where id = old.tenant_id and erasing_at is not null) then return old; end if;
  execute format('select exists (select from %I where tenant_id = $1 and lot_ids @> array[$2])', tg_argv[0])
    into is_named using old.tenant_id, old.id;
  if is_named then
    raise foreign_key_violation using table = tg_argv[0], message = format('%s names the lot', tg_argv[0]),
      detail = format('Key (id)=(%s) is still referenced from table "%s".', old.id, tg_argv[0]);
  end if;
  return old;
end $$;

-- Indexes the lots of a table whose rows name several in `lot_ids`, and keeps these lots.
create function names_lots(of_table text) returns void language plpgsql as $$
begin
  execute format('create index %I on %I using gin (lot_ids)', of_table || '_lots', of_table);
  execute format('create trigger %I before delete on lot for each row execute function keep_named_lot(%L)',
    'keep_lots_of_' || of_table, of_table);
end $$;

alter table black_list add column lot_ids uuid[] not null default '{}';
update black_list set lot_ids = array[lot_id] where lot_id is not null;
alter table black_list drop column lot_id;
alter table black_list add unique nulls not distinct (tenant_id, plate, lot_ids, valid_from, valid_until);
select names_lots('black_list');

alter table white_list add column lot_ids uuid[] not null default '{}';
update white_list set lot_ids = array[lot_id] where lot_id is not null;
alter table white_list drop column lot_id;
alter table white_list add unique nulls not distinct (tenant_id, plate, lot_ids, valid_from, valid_until);
select names_lots('white_list');

alter table free_list add column lot_ids uuid[] not null default '{}';
update free_list set lot_ids = array[lot_id] where lot_id is not null;
alter table free_list drop column lot_id;
alter table free_list add unique nulls not distinct (tenant_id, plate, lot_ids, valid_from, valid_until);
select names_lots('free_list');

drop view visit_list_fact;
alter table visit_list add column lot_ids uuid[] not null default '{}';
update visit_list set lot_ids = array[lot_id];
alter table visit_list alter column lot_ids drop default, drop column lot_id;
alter table visit_list add check (lot_ids <> '{}');
create index visit_list_plate on visit_list (tenant_id, plate);
select names_lots('visit_list');
create view visit_list_fact with (security_invoker = true) as
  select tenant_id, id, plate, lot_ids, state, code, host_code from visit_list;
grant select on visit_list_fact to boyun_app, boyun_system;
