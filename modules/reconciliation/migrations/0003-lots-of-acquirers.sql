-- The lots whose money goes through an acquirer; none for all that no other acquirer of its channel names.
alter table bill_source add column lot_ids uuid[] not null default '{}';
