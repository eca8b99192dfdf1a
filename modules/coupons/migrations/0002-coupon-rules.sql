-- Coupons that are granted by themselves when something happens to a car.
create table coupon_rule (
  tenant_id int not null references tenant,
  id uuid not null,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  name text not null,
  coupon_id uuid not null,
  occasion text not null check (occasion in ('first-stay', 'overpaid', 'failed-exit')),
  -- 1 disabled, 2 enabled.
  status int not null default 2 check (status in (1, 2)),
  remark text,
  primary key (tenant_id, id),
  unique (tenant_id, name),
  foreign key (tenant_id, coupon_id) references coupon (tenant_id, id)
);
create index coupon_rule_coupon on coupon_rule (tenant_id, coupon_id);
select tenant_table('coupon_rule');
