-- The merchant account a payment was started with: it is asked about the payment, whatever is configured by then.
alter table payment
  add column pay_channel_id uuid,
  -- How the payer goes on, as the provider answered: a repeated request gets the same.
  add column started jsonb,
  add foreign key (tenant_id, pay_channel_id) references pay_channel (tenant_id, id),
  drop constraint payment_scene_check,
  add constraint payment_scene_check
    check (scene in ('driver-scan', 'in-app', 'browser', 'payment-code', 'cash', 'card', 'transfer'));
create index payment_pay_channel on payment (tenant_id, pay_channel_id) where pay_channel_id is not null;
-- The merchant on whose behalf a service provider (服务商) takes the money.
alter table pay_channel add column sub_merchant_no text;
