-- The lots a rule is about; none for all, and for events of no lot.
alter table push_rule add column lot_ids uuid[] not null default '{}';
