-- Drivers ask in their app: a request may have no account, only a name.
alter table review alter column requested_by drop not null;
alter table review_step alter column actor_id drop not null;
