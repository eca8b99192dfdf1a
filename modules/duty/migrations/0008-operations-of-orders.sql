-- What persons did to an order, for the audit of stays that ended without a payment.
create index sentry_operation_order on sentry_operation (tenant_id, order_id, at) where order_id is not null;
