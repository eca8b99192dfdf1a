-- A coupon belongs to a plate, to a mobile, or, on paper, to nobody until it is redeemed. Those of a mobile serve the cars of its customer.
alter table user_coupon rename column granted_at to created_at;
alter table user_coupon add column version int not null default 1;
alter table user_coupon add column updated_at timestamptz;
update user_coupon set updated_at = created_at;
alter table user_coupon alter column updated_at set not null;

-- The name of the list a coupon was granted by: within it, each plate and mobile has the coupon once.
alter table user_coupon add column batch text;
create index user_coupon_list on user_coupon (tenant_id, coupon_id, batch, coalesce(plate, mobile)) where batch is not null;
-- What the customers whose cars leave have.
create index user_coupon_customer on user_coupon (tenant_id, mobile)
  where mobile is not null and plate is null and state = 'granted';
-- What a plate or mobile has had, of a coupon and in all.
drop index user_coupon_mobile;
create index user_coupon_of_plate on user_coupon (tenant_id, plate, coupon_id) where plate is not null;
create index user_coupon_of_mobile on user_coupon (tenant_id, mobile, coupon_id) where mobile is not null;

alter table coupon_rule drop constraint coupon_rule_occasion_check;
alter table coupon_rule add constraint coupon_rule_occasion_check
  check (occasion in ('first-stay', 'registration', 'overpaid', 'failed-exit'));
