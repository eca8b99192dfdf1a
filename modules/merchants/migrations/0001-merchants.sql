-- A merchant that pays for the parking of its customers. `balance_fen` is what it has paid in advance, less what was used;
-- below zero it owes. A monthly merchant may owe up to its limit.
create table merchant (
  tenant_id int not null references tenant,
  id uuid not null,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  name text not null,
  contact text,
  mobile text,
  address text,
  lot_ids uuid[] not null check (cardinality(lot_ids) > 0),
  valid_from timestamptz not null,
  valid_until timestamptz check (valid_until >= valid_from),
  -- 1 disabled, 2 enabled.
  status int not null default 2 check (status in (1, 2)),
  credit_kind text not null check (credit_kind in ('prepaid', 'monthly')),
  limit_fen bigint check (limit_fen > 0),
  low_credit_fen bigint check (low_credit_fen > 0),
  -- When it was told that its credit is low; null while it is not.
  low_told_at timestamptz,
  balance_fen bigint not null default 0,
  entry_count int not null default 0,
  remark text,
  primary key (tenant_id, id),
  unique (tenant_id, name),
  check ((credit_kind = 'monthly') = (limit_fen is not null))
);
select tenant_table('merchant');
select names_lots('merchant');
create view merchant_fact with (security_invoker = true) as
  select tenant_id, id, name, lot_ids, balance_fen from merchant;
grant select on merchant_fact to boyun_app, boyun_system;

-- What changed the balance of a merchant.
create table merchant_entry (
  tenant_id int not null references tenant,
  id uuid not null,
  merchant_id uuid not null,
  number int not null,
  at timestamptz not null,
  lot_id uuid not null,
  kind text not null check (kind in ('top-up', 'refund', 'use', 'use-back', 'package')),
  amount_fen bigint not null check (amount_fen <> 0),
  balance_fen bigint not null,
  grant_id uuid,
  payment_id uuid,
  refund_id uuid,
  note text,
  actor_name text not null,
  primary key (tenant_id, id),
  unique (tenant_id, merchant_id, number),
  foreign key (tenant_id, merchant_id) references merchant (tenant_id, id),
  foreign key (tenant_id, lot_id) references lot (tenant_id, id)
);
create index merchant_entry_at on merchant_entry (tenant_id, at, id);
create index merchant_entry_lot on merchant_entry (tenant_id, lot_id);
select tenant_table('merchant_entry');
select append_only('merchant_entry');
create view merchant_entry_fact with (security_invoker = true) as
  select tenant_id, id, merchant_id, number, amount_fen, balance_fen from merchant_entry;
grant select on merchant_entry_fact to boyun_app, boyun_system;

-- What a merchant may grant. `charging`: `actual` takes what was reduced off the credit, `package` uses up grants that were bought.
create table merchant_discount (
  tenant_id int not null references tenant,
  id uuid not null,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  merchant_id uuid not null,
  name text not null,
  status int not null default 2 check (status in (1, 2)),
  effect text not null check (effect in ('amount', 'percent', 'minutes', 'fixed-price', 'free')),
  amount_fen bigint check (amount_fen > 0),
  percent int check (percent between 1 and 99),
  minutes int check (minutes > 0),
  price_fen bigint check (price_fen >= 0),
  charging text not null check (charging in ('actual', 'package')),
  -- What a grant holds of the credit until it is used.
  reserve_fen bigint check (reserve_fen > 0),
  stock int not null default 0 check (stock >= 0),
  -- Empty: all lots of the merchant, all vehicle kinds, every day.
  lot_ids uuid[] not null default '{}',
  vehicle_kinds text[] not null default '{}',
  days int[] not null default '{}',
  daily_from text check (daily_from ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  daily_to text check (daily_to ~ '^(([01]\d|2[0-3]):[0-5]\d|24:00)$'),
  minimum_fee_fen bigint check (minimum_fee_fen > 0),
  is_stackable boolean not null default false,
  valid_hours int not null default 24 check (valid_hours > 0),
  per_plate_day int check (per_plate_day > 0),
  daily_limit int check (daily_limit > 0),
  remark text,
  primary key (tenant_id, id),
  unique (tenant_id, merchant_id, name),
  foreign key (tenant_id, merchant_id) references merchant (tenant_id, id),
  check ((daily_from is null) = (daily_to is null)),
  check ((effect = 'amount') = (amount_fen is not null)),
  check ((effect = 'percent') = (percent is not null)),
  check ((effect = 'minutes') = (minutes is not null)),
  check ((effect = 'fixed-price') = (price_fen is not null)),
  check ((charging = 'actual') = (reserve_fen is not null))
);
select tenant_table('merchant_discount');
select names_lots('merchant_discount');

-- Codes that customers scan: one that changes each minute and is used once, a static one, and printed ones that are used once.
create table merchant_code (
  tenant_id int not null references tenant,
  id uuid not null,
  code text not null,
  discount_id uuid not null,
  kind text not null check (kind in ('rotating', 'static', 'printed')),
  created_at timestamptz not null,
  created_by text not null,
  -- Null: until it is replaced.
  valid_until timestamptz,
  -- A code that is used once has served this grant.
  grant_id uuid,
  primary key (tenant_id, id),
  unique (tenant_id, code),
  foreign key (tenant_id, discount_id) references merchant_discount (tenant_id, id)
);
create index merchant_code_discount on merchant_code (tenant_id, discount_id, kind);
create index merchant_code_ended on merchant_code (valid_until) where kind = 'rotating';
select tenant_table('merchant_code');

-- A discount that a merchant gave to a car. `held_until` is the end of the quote that holds it.
create table merchant_grant (
  tenant_id int not null references tenant,
  id uuid not null,
  merchant_id uuid not null,
  discount_id uuid not null,
  plate text not null,
  way text not null check (way in ('desk', 'rotating', 'static', 'printed', 'staff', 'api')),
  state text not null check (state in ('granted', 'used', 'revoked')),
  reserve_fen bigint not null check (reserve_fen >= 0),
  granted_at timestamptz not null,
  granted_by text not null,
  valid_until timestamptz not null,
  revoked_reason text,
  order_id uuid,
  lot_id uuid,
  held_until timestamptz,
  used_at timestamptz,
  used_fen bigint check (used_fen > 0),
  primary key (tenant_id, id),
  foreign key (tenant_id, merchant_id) references merchant (tenant_id, id),
  foreign key (tenant_id, discount_id) references merchant_discount (tenant_id, id),
  foreign key (tenant_id, lot_id) references lot (tenant_id, id),
  check ((state = 'used') = (used_at is not null)),
  check ((state = 'used') = (used_fen is not null))
);
create index merchant_grant_plate on merchant_grant (tenant_id, plate) where state = 'granted';
create index merchant_grant_open on merchant_grant (tenant_id, merchant_id, valid_until) where state = 'granted';
create index merchant_grant_order on merchant_grant (tenant_id, order_id) where order_id is not null;
create index merchant_grant_at on merchant_grant (tenant_id, granted_at);
create index merchant_grant_merchant on merchant_grant (tenant_id, merchant_id, granted_at);
create index merchant_grant_discount on merchant_grant (tenant_id, discount_id, granted_at);
create index merchant_grant_lot on merchant_grant (tenant_id, lot_id) where lot_id is not null;
select tenant_table('merchant_grant');
create view merchant_grant_fact with (security_invoker = true) as
  select tenant_id, id, merchant_id, discount_id, order_id, state, used_fen, used_at from merchant_grant;
grant select on merchant_grant_fact to boyun_app, boyun_system;

-- The accounts of a merchant. A manager adds and freezes the others.
create table merchant_staff (
  tenant_id int not null references tenant,
  account_id uuid not null,
  merchant_id uuid not null,
  is_manager boolean not null,
  created_at timestamptz not null,
  primary key (tenant_id, account_id),
  foreign key (tenant_id, merchant_id) references merchant (tenant_id, id),
  foreign key (tenant_id, account_id) references account (tenant_id, id) on delete cascade
);
create index merchant_staff_merchant on merchant_staff (tenant_id, merchant_id);
select tenant_table('merchant_staff');

-- Adds an amount to the balance of a merchant and writes it down.
create function move_merchant_credit(of_tenant int, of_merchant uuid, of_lot uuid, of_kind text, amount bigint, of_grant uuid, actor text,
  now timestamptz) returns void language plpgsql as $$
declare
  one record;
begin
  if amount = 0 then return; end if;
  update merchant set balance_fen = balance_fen + amount, entry_count = entry_count + 1
    where tenant_id = of_tenant and id = of_merchant returning balance_fen, entry_count into one;
  insert into merchant_entry (tenant_id, id, merchant_id, number, at, lot_id, kind, amount_fen, balance_fen, grant_id, actor_name)
  values (of_tenant, new_uuid(now), of_merchant, one.entry_count, now, of_lot, of_kind, amount, one.balance_fen, of_grant, actor);
  perform book_transfer(of_tenant, now, 'promotion', 'operator', 'merchant', of_merchant::text, -amount, of_lot);
end $$;

-- Replaces the grants that an order holds or has used by `ids` with `amounts`. Fails with 40001 where another order took one that is
-- not promised. What is used for good is taken off the credit of the merchant, also below zero: a promise is kept.
create function note_merchant_grants(of_tenant int, of_order uuid, of_lot uuid, ids uuid[], amounts bigint[], promised boolean[],
  until timestamptz, actor text, now timestamptz) returns void language plpgsql as $$
declare
  one record;
  old record;
  used bigint;
  more bigint;
begin
  for old in select g.id, g.merchant_id, g.used_fen, d.charging from merchant_grant g
    join merchant_discount d on d.tenant_id = g.tenant_id and d.id = g.discount_id
    where g.tenant_id = of_tenant and g.order_id = of_order and not g.id = any(ids) order by g.merchant_id, g.id for update of g loop
    update merchant_grant set state = 'granted', order_id = null, lot_id = null, held_until = null, used_at = null, used_fen = null
      where tenant_id = of_tenant and id = old.id;
    if old.charging = 'actual' and old.used_fen is not null then
      perform move_merchant_credit(of_tenant, old.merchant_id, of_lot, 'use-back', old.used_fen, old.id, actor, now);
    end if;
  end loop;
  for one in select u.id, u.amount, u.is_promised, g.merchant_id, d.charging
    from unnest(ids, amounts, promised) as u(id, amount, is_promised)
    join merchant_grant g on g.tenant_id = of_tenant and g.id = u.id
    join merchant_discount d on d.tenant_id = of_tenant and d.id = g.discount_id order by g.merchant_id, u.id loop
    select used_fen into old from merchant_grant
      where tenant_id = of_tenant and id = one.id and (one.is_promised or order_id = of_order
        or state = 'granted' and (order_id is null or held_until is null or held_until <= now)) for update;
    if not found then
      raise exception 'grant % was taken', one.id using errcode = '40001';
    end if;
    -- What was paid with it is used, whatever quotes follow.
    used := case when until is null or one.is_promised then one.amount end;
    update merchant_grant set order_id = of_order, lot_id = of_lot, held_until = case when used is null then until end,
      state = case when used is null then 'granted' else 'used' end,
      used_at = case when used is not null then coalesce(used_at, now) end, used_fen = used
      where tenant_id = of_tenant and id = one.id;
    more := coalesce(used, 0) - coalesce(old.used_fen, 0);
    if one.charging = 'actual' and more <> 0 then
      perform move_merchant_credit(of_tenant, one.merchant_id, of_lot, case when more > 0 then 'use' else 'use-back' end, -more, one.id,
        actor, now);
    end if;
  end loop;
end $$;
