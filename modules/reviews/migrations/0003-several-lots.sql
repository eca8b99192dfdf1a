-- A request about an entry of several lots names all of them; an empty list stands for all lots, or for none.
alter table review add column lot_ids uuid[] not null default '{}';
update review set lot_ids = array[lot_id] where lot_id is not null;
alter table review drop column lot_id;
