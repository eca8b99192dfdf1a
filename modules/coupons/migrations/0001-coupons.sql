-- What a coupon is worth, where it holds, and how many there may be.
create table coupon (
  tenant_id int not null references tenant,
  id uuid not null,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  name text not null,
  -- 1 paper, 2 electronic.
  grant_type int not null check (grant_type in (1, 2)),
  -- 1 disabled, 2 enabled.
  status int not null default 2 check (status in (1, 2)),
  effect text not null check (effect in ('amount', 'percent', 'minutes', 'free')),
  amount_fen bigint check (amount_fen > 0),
  percent int check (percent between 1 and 99),
  minutes int check (minutes > 0),
  -- Empty: all lots, all vehicle kinds.
  lot_ids uuid[] not null default '{}',
  vehicle_kinds text[] not null default '{}',
  daily_from text check (daily_from ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  daily_to text check (daily_to ~ '^(([01]\d|2[0-3]):[0-5]\d|24:00)$'),
  minimum_fee_fen bigint check (minimum_fee_fen > 0),
  is_stackable boolean not null default false,
  stock int check (stock > 0),
  per_plate int check (per_plate > 0),
  valid_from timestamptz,
  valid_until timestamptz check (valid_until > valid_from),
  -- Instead of fixed dates: days from the grant.
  valid_days int check (valid_days > 0),
  granted_count int not null default 0,
  -- Anybody with this code may claim one, as often as `per_plate` allows a person.
  is_claimable boolean not null default false,
  claim_code text,
  remark text,
  primary key (tenant_id, id),
  unique (tenant_id, name),
  check ((daily_from is null) = (daily_to is null)),
  check ((effect = 'amount') = (amount_fen is not null)),
  check ((effect = 'percent') = (percent is not null)),
  check ((effect = 'minutes') = (minutes is not null)),
  check ((valid_until is null) <> (valid_days is null)),
  unique (tenant_id, claim_code),
  check (is_claimable = (claim_code is not null)),
  check (not is_claimable or grant_type = 2),
  check (granted_count >= 0 and (stock is null or granted_count <= stock))
);
select tenant_table('coupon');

-- A coupon that somebody has: of a plate, or on paper until it is redeemed for one. `held_until` is the end of the quote that holds it.
create table user_coupon (
  tenant_id int not null references tenant,
  id uuid not null,
  coupon_id uuid not null,
  code text not null,
  plate text,
  -- Of the person who claimed it.
  mobile text,
  got_from int not null check (got_from between 1 and 7),
  grant_type int not null check (grant_type in (1, 2)),
  state text not null check (state in ('granted', 'used', 'revoked')),
  valid_from timestamptz not null,
  valid_until timestamptz not null,
  granted_at timestamptz not null,
  granted_by text not null,
  batch_id uuid not null,
  revoked_reason text,
  order_id uuid,
  lot_id uuid,
  held_until timestamptz,
  used_at timestamptz,
  used_fen bigint check (used_fen > 0),
  primary key (tenant_id, id),
  unique (tenant_id, code),
  foreign key (tenant_id, coupon_id) references coupon (tenant_id, id),
  foreign key (tenant_id, lot_id) references lot (tenant_id, id),
  check ((state = 'used') = (used_at is not null)),
  check ((state = 'used') = (used_fen is not null))
);
create index user_coupon_coupon on user_coupon (tenant_id, coupon_id, granted_at);
create index user_coupon_plate on user_coupon (tenant_id, plate) where plate is not null and state = 'granted';
create index user_coupon_order on user_coupon (tenant_id, order_id) where order_id is not null;
create index user_coupon_mobile on user_coupon (tenant_id, mobile) where mobile is not null;
create index user_coupon_granted on user_coupon (tenant_id, granted_at);
create index user_coupon_lot on user_coupon (tenant_id, lot_id) where lot_id is not null;
create index user_coupon_batch on user_coupon (tenant_id, batch_id);
select tenant_table('user_coupon');
create view user_coupon_fact with (security_invoker = true) as
  select tenant_id, id, coupon_id, order_id, state, used_fen, used_at from user_coupon;
grant select on user_coupon_fact to boyun_app, boyun_system;

-- Replaces the coupons that an order holds or has used by `ids` with `amounts`. Fails with 40001 where another order took one that is not
-- promised: the transaction is then run again with the coupons left.
create function note_user_coupons(of_tenant int, of_order uuid, of_lot uuid, ids uuid[], amounts bigint[], promised boolean[],
  until timestamptz, now timestamptz) returns void language plpgsql as $$
declare
  one record;
  is_used boolean;
begin
  update user_coupon set state = 'granted', order_id = null, lot_id = null, held_until = null, used_at = null, used_fen = null
  where tenant_id = of_tenant and order_id = of_order and not id = any(ids);
  for one in select id, amount, is_promised from unnest(ids, amounts, promised) as u(id, amount, is_promised) order by id loop
    -- What was paid with it is used, whatever quotes follow.
    is_used := until is null or one.is_promised;
    update user_coupon set order_id = of_order, lot_id = of_lot, held_until = case when not is_used then until end,
      state = case when is_used then 'used' else 'granted' end,
      used_at = case when is_used then coalesce(used_at, now) end,
      used_fen = case when is_used then one.amount end
    where tenant_id = of_tenant and id = one.id
      and (one.is_promised or order_id = of_order
        or state = 'granted' and (order_id is null or held_until is null or held_until <= now));
    if not found then
      raise exception 'coupon % was taken', one.id using errcode = '40001';
    end if;
  end loop;
end $$;
