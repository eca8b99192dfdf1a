-- When a payment that was closed here, but could not be stopped at its provider, is asked about next.
alter table payment add column ask_at timestamptz;
create index payment_ask on payment (ask_at) where ask_at is not null;
