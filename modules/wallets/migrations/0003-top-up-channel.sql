-- The customer chooses the channel of a top-up by phone: it is known once the money is there.
alter table wallet_top_up alter column channel drop not null;
