-- The stays of a period are those that were in the lot at some moment of it. Those that began in it or on the day before, and those that go on,
-- have an index each; these are the others, few of all: stays of more than a day, and debts that were paid after the car had left.
create index parking_order_long on parking_order (tenant_id, left_at) include (entered_at) where left_at - entered_at > interval '1 day';
create index parking_order_paid_later on parking_order (tenant_id, paid_at) where paid_at > left_at;
