-- One stay of one car. Partitioned by month on its UUIDv7 id.
create table parking_order (
  tenant_id int not null references tenant,
  id uuid not null,
  order_no text not null,
  lot_id uuid not null,
  plate text not null,
  plate_key text not null,
  plate_color smallint not null check (plate_color between 0 and 6),
  vehicle_kind text,
  -- The name of a kind of list, `arrears` or `temporary`.
  standing text not null,
  -- The list entry the car came in by, which covers the stay or parts of it.
  list_kind text,
  list_entry_id uuid,
  spot_number text,
  entered_at timestamptz not null,
  left_at timestamptz,
  entry_passing_id uuid,
  exit_passing_id uuid,
  entry_lane_id uuid,
  exit_lane_id uuid,
  entry_picture text,
  exit_picture text,
  entry_type text,
  exit_type text,
  parking_state text not null default 'inside' check (parking_state in ('inside', 'left', 'no-exit', 'void')),
  pay_state text not null default 'unpaid'
    check (pay_state in ('unpaid', 'paying', 'part-paid', 'paid', 'free', 'arrears', 'settled', 'part-refunded', 'refunded')),
  fee_fen bigint not null default 0,
  -- The sum of the order's rows of `order_reduction`.
  reduced_fen bigint not null default 0 check (reduced_fen >= 0),
  paid_fen bigint not null default 0 check (paid_fen >= 0),
  -- What was taken beyond what the stay cost, as far as anybody knows: to be given back.
  overpaid_fen bigint not null default 0 check (overpaid_fen >= 0),
  -- What was paid for the stay and was refunded; `paid_fen` is net of it, and it is not owed again.
  refunded_fen bigint not null default 0 check (refunded_fen >= 0),
  -- What is left of the fee; a void order owes nothing.
  due_fen bigint not null generated always as (
    case when parking_state = 'void' then 0 else fee_fen - reduced_fen - refunded_fen - paid_fen end) stored,
  fee_lines jsonb not null default '[]',
  settlements jsonb not null default '[]',
  charge_version_id uuid,
  quoted_at timestamptz,
  pay_code text not null,
  pay_method text,
  paid_at timestamptz,
  locked_until timestamptz,
  grace_until timestamptz,
  void_reason text,
  voided_at timestamptz,
  -- What a void order was before, so that it can be again.
  void_before jsonb,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, lot_id) references lot (tenant_id, id),
  foreign key (tenant_id, entry_lane_id) references lane (tenant_id, id),
  foreign key (tenant_id, exit_lane_id) references lane (tenant_id, id),
  foreign key (tenant_id, charge_version_id) references charge_rule_version (tenant_id, id)
) partition by range (id);
create table parking_order_default partition of parking_order default;
create index parking_order_plate on parking_order (tenant_id, plate, id);
create index parking_order_lot on parking_order (tenant_id, lot_id, entered_at, id);
create index parking_order_entered on parking_order (tenant_id, entered_at, id);
-- What left on a day, for the balance of cars.
create index parking_order_left on parking_order (tenant_id, left_at) where left_at is not null;
create index parking_order_pay_code on parking_order (tenant_id, pay_code);
create index parking_order_number on parking_order (tenant_id, order_no);
-- What is rare among many: lists of it are short, and their pages and counts must not read everything else.
create index parking_order_rare_state on parking_order (tenant_id, parking_state, entered_at, id)
  where parking_state in ('inside', 'no-exit', 'void');
create index parking_order_open_pay on parking_order (tenant_id, pay_state, entered_at, id)
  include (lot_id, parking_state, fee_fen, reduced_fen, paid_fen, due_fen)
  where pay_state in ('unpaid', 'paying', 'part-paid', 'arrears');
create index parking_order_overpaid on parking_order (tenant_id, entered_at, id) where overpaid_fen > 0;
create index parking_order_listed on parking_order (tenant_id, standing, entered_at, id)
  where standing not in ('fixed', 'pack', 'temporary');
-- The stays of an entry of a list, and how often it was used today.
create index parking_order_entry on parking_order (tenant_id, list_entry_id, entered_at) where list_entry_id is not null;
-- What a plate owes, asked at its next entry.
create index parking_order_owed on parking_order (tenant_id, plate) include (due_fen) where pay_state in ('arrears', 'paying') and parking_state <> 'inside';
create index parking_order_locked on parking_order (locked_until) where pay_state = 'paying';
create index parking_order_entry_lane on parking_order (tenant_id, entry_lane_id, entered_at);
create index parking_order_exit_lane on parking_order (tenant_id, exit_lane_id, left_at);
create index parking_order_version on parking_order (tenant_id, charge_version_id);
select tenant_table('parking_order');
create view stay_fact with (security_invoker = true) as
  select tenant_id, id, order_no, lot_id, plate, plate_key, plate_color, vehicle_kind, standing, list_entry_id, spot_number,
    entered_at, left_at, entry_passing_id, entry_lane_id, exit_lane_id, entry_picture, exit_picture, exit_type,
    parking_state, pay_state, fee_fen, reduced_fen, paid_fen, refunded_fen, due_fen, fee_lines, pay_code, settlements
  from parking_order;
grant select on stay_fact to boyun_app, boyun_system;

-- What reduces the fee of an order, step by step in the order in which it was applied. The reductions of a stay under way
-- are those of its last quote. The rows are replaced as a whole; `parking_order.reduced_fen` is their sum.
create table order_reduction (
  tenant_id int not null references tenant,
  order_id uuid not null,
  step smallint not null check (step between 1 and 100),
  source text not null check (source in ('list', 'activity', 'merchant', 'coupon', 'waiver')),
  -- The entry, activity, coupon or act it comes from.
  source_id uuid,
  payer text not null check (payer in ('operator', 'merchant')),
  kind text not null check (kind in ('minutes', 'tariff', 'cap', 'percent', 'amount', 'fixed-price', 'free')),
  -- Minutes, fen or percent, by its kind.
  value bigint check (value >= 0),
  amount_fen bigint not null check (amount_fen > 0),
  zh text not null,
  en text not null,
  primary key (tenant_id, order_id, step),
  check ((value is null) = (kind in ('tariff', 'free'))),
  foreign key (tenant_id, order_id) references parking_order (tenant_id, id)
);
create index order_reduction_source on order_reduction (tenant_id, source_id) where source_id is not null;
select tenant_table('order_reduction');
create view reduction_fact with (security_invoker = true) as
  select tenant_id, order_id, source, kind, amount_fen from order_reduction;
grant select on reduction_fact to boyun_app, boyun_system;

-- The cars inside now, one row each: small beside the orders of all times, so that the gate looks in one place whatever
-- the months behind it; and no plate stands in a lot twice.
create table car_inside (
  tenant_id int not null references tenant,
  lot_id uuid not null,
  plate text not null,
  plate_key text not null,
  order_id uuid not null,
  list_entry_id uuid,
  entered_at timestamptz not null,
  is_overstay_told boolean not null default false,
  primary key (tenant_id, lot_id, plate),
  foreign key (tenant_id, lot_id) references lot (tenant_id, id)
);
create index car_inside_key on car_inside (tenant_id, lot_id, plate_key);
create index car_inside_order on car_inside (tenant_id, order_id);
create index car_inside_entry on car_inside (tenant_id, list_entry_id) where list_entry_id is not null;
create index car_inside_entered on car_inside (tenant_id, entered_at);
select tenant_table('car_inside');
create view car_inside_fact with (security_invoker = true) as
  select tenant_id, lot_id, plate, plate_key, order_id, entered_at from car_inside;
grant select on car_inside_fact to boyun_app, boyun_system;

-- Corrections by people: what was changed, who asked, why, who agreed. Nobody rewrites it.
create table order_change (
  tenant_id int not null references tenant,
  id uuid not null,
  order_id uuid not null,
  lot_id uuid not null,
  kind text not null check (kind in ('void', 'restore', 'close', 'times', 'plate', 'picture', 'waive', 'refund')),
  at timestamptz not null,
  -- What it did to the number of cars inside at that moment.
  inside_change smallint not null check (inside_change between -1 and 1),
  changes jsonb not null,
  reason text not null,
  requested_by uuid,
  requested_by_name text not null,
  reviewers text[] not null,
  review_id uuid,
  primary key (tenant_id, id),
  foreign key (tenant_id, lot_id) references lot (tenant_id, id),
  foreign key (tenant_id, order_id) references parking_order (tenant_id, id)
);
create index order_change_order on order_change (tenant_id, order_id, id);
create index order_change_lot on order_change (tenant_id, lot_id, at);
select tenant_table('order_change');
select append_only('order_change');
create view order_change_fact with (security_invoker = true) as
  select tenant_id, order_id, lot_id, at, inside_change from order_change;
grant select on order_change_fact to boyun_app, boyun_system;
