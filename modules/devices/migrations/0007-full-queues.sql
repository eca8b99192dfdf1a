-- Whether a box has more records waiting than it should: told once until it has caught up.
alter table box add column is_queue_full boolean not null default false;
