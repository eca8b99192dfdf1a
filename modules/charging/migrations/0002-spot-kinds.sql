-- The kinds of spots a binding applies to; empty for all.
alter table charge_binding add column spot_kinds text[] not null default '{}';
