-- Activities of the operator reduce fees: `custom_time_discount` by a percentage, an amount, time or wholly, `fixed_amount` to a fixed
-- amount. Both have the same rule and limits. `spent_at`: the budget was used up.
create table custom_time_discount (
  tenant_id int not null references tenant,
  id uuid not null,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  name text not null,
  -- Empty: all lots.
  lot_ids uuid[] not null default '{}',
  -- Empty: all kinds.
  vehicle_kinds text[] not null default '{}',
  valid_from timestamptz not null,
  valid_until timestamptz check (valid_until > valid_from),
  -- Days of the week, 0 Sunday to 6 Saturday; empty: all.
  days int[] not null default '{}',
  daily_from text check (daily_from ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  daily_to text check (daily_to ~ '^(([01]\d|2[0-3]):[0-5]\d|24:00)$'),
  effect text not null check (effect in ('percent', 'amount', 'minutes', 'window', 'free')),
  percent int check (percent between 1 and 99),
  amount_fen bigint check (amount_fen > 0),
  minutes int check (minutes > 0),
  minimum_fee_fen bigint check (minimum_fee_fen > 0),
  uses_per_day int check (uses_per_day > 0),
  uses_per_plate int check (uses_per_plate > 0),
  budget_fen bigint check (budget_fen > 0),
  is_exclusive boolean not null default false,
  is_paused boolean not null default false,
  spent_at timestamptz,
  remark text,
  primary key (tenant_id, id),
  unique (tenant_id, name),
  check ((daily_from is null) = (daily_to is null)),
  check ((effect = 'percent') = (percent is not null)),
  check ((effect = 'amount') = (amount_fen is not null)),
  check ((effect = 'minutes') = (minutes is not null)),
  check (effect <> 'window' or daily_from is not null)
);
select tenant_table('custom_time_discount');

create table fixed_amount (
  tenant_id int not null references tenant,
  id uuid not null,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  name text not null,
  lot_ids uuid[] not null default '{}',
  vehicle_kinds text[] not null default '{}',
  valid_from timestamptz not null,
  valid_until timestamptz check (valid_until > valid_from),
  days int[] not null default '{}',
  daily_from text check (daily_from ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  daily_to text check (daily_to ~ '^(([01]\d|2[0-3]):[0-5]\d|24:00)$'),
  applies_to text not null check (applies_to in ('window', 'stay')),
  price_fen bigint not null check (price_fen >= 0),
  minimum_fee_fen bigint check (minimum_fee_fen > 0),
  uses_per_day int check (uses_per_day > 0),
  uses_per_plate int check (uses_per_plate > 0),
  budget_fen bigint check (budget_fen > 0),
  is_exclusive boolean not null default false,
  is_paused boolean not null default false,
  spent_at timestamptz,
  remark text,
  primary key (tenant_id, id),
  unique (tenant_id, name),
  check ((daily_from is null) = (daily_to is null)),
  check (applies_to <> 'window' or daily_from is not null)
);
select tenant_table('fixed_amount');

-- What an order holds or has used of an activity; `held_until` is null once it is used for good.
create table activity_use (
  tenant_id int not null references tenant,
  activity_id uuid not null,
  order_id uuid not null,
  lot_id uuid not null,
  plate text not null,
  amount_fen bigint not null check (amount_fen > 0),
  held_until timestamptz,
  at timestamptz not null,
  primary key (tenant_id, activity_id, order_id),
  foreign key (tenant_id, lot_id) references lot (tenant_id, id)
);
create index activity_use_order on activity_use (tenant_id, order_id);
create index activity_use_plate on activity_use (tenant_id, activity_id, plate, at);
create index activity_use_at on activity_use (tenant_id, activity_id, at);
create index activity_use_lot on activity_use (tenant_id, lot_id);
create index activity_use_held on activity_use (held_until) where held_until is not null;
select tenant_table('activity_use');

-- What was used for good in a lot. One row per lot: a gate holds the lock of its lot anyway, so gates do not wait for each other.
create table activity_sum (
  tenant_id int not null references tenant,
  activity_id uuid not null,
  lot_id uuid not null,
  used_fen bigint not null default 0,
  used_count int not null default 0,
  primary key (tenant_id, activity_id, lot_id),
  foreign key (tenant_id, lot_id) references lot (tenant_id, id)
);
create index activity_sum_lot on activity_sum (tenant_id, lot_id);
select tenant_table('activity_sum');

create view activity_use_fact with (security_invoker = true) as
  select tenant_id, activity_id, order_id, lot_id, amount_fen, held_until from activity_use;
grant select on activity_use_fact to boyun_app, boyun_system;
create view activity_sum_fact with (security_invoker = true) as
  select tenant_id, activity_id, lot_id, used_fen, used_count from activity_sum;
grant select on activity_sum_fact to boyun_app, boyun_system;

-- Replaces the uses of an order by `ids` with `amounts`. Fails with 40001 where a use that is not promised exceeds the budget or the times
-- of its plate, because another order took the rest: the transaction is then run again with the offers of that moment.
create function note_activity_uses(of_tenant int, of_order uuid, of_lot uuid, of_plate text, ids uuid[], amounts bigint[],
  promised boolean[], until timestamptz, now timestamptz) returns void language plpgsql as $$
declare
  one record;
  old record;
  rule record;
  zone text := (select time_zone from lot_fact where tenant_id = of_tenant and id = of_lot);
begin
  -- What an order used for good and gives back.
  for old in select activity_id, amount_fen, held_until from activity_use
    where tenant_id = of_tenant and order_id = of_order and not activity_id = any(ids) loop
    delete from activity_use where tenant_id = of_tenant and order_id = of_order and activity_id = old.activity_id;
    if old.held_until is null then
      update activity_sum set used_fen = used_fen - old.amount_fen, used_count = used_count - 1
      where tenant_id = of_tenant and activity_id = old.activity_id and lot_id = of_lot;
    end if;
  end loop;
  for one in select id, amount, is_promised from unnest(ids, amounts, promised) as u(id, amount, is_promised) order by id loop
    select budget_fen, uses_per_day, uses_per_plate into rule from (
      select id, budget_fen, uses_per_day, uses_per_plate from custom_time_discount where tenant_id = of_tenant and id = one.id
      union all
      select id, budget_fen, uses_per_day, uses_per_plate from fixed_amount where tenant_id = of_tenant and id = one.id
    ) as activity;
    if not one.is_promised and (rule.budget_fen is not null or rule.uses_per_day is not null or rule.uses_per_plate is not null) then
      -- Two orders that reach for the same rest wait for each other here.
      perform pg_advisory_xact_lock(hashtextextended('activity ' || one.id, of_tenant));
      if rule.budget_fen is not null and one.amount > rule.budget_fen
          - (select coalesce(sum(used_fen), 0) from activity_sum where tenant_id = of_tenant and activity_id = one.id)
          - (select coalesce(sum(amount_fen), 0) from activity_use where tenant_id = of_tenant and activity_id = one.id
             and order_id <> of_order and held_until > now)
          + (select coalesce(sum(amount_fen), 0) from activity_use where tenant_id = of_tenant and activity_id = one.id
             and order_id = of_order and held_until is null)
        or rule.uses_per_plate is not null and rule.uses_per_plate <= (select count(*) from activity_use
          where tenant_id = of_tenant and activity_id = one.id and plate = of_plate and order_id <> of_order
            and (held_until is null or held_until > now))
        or rule.uses_per_day is not null and rule.uses_per_day <= (select count(*) from activity_use
          where tenant_id = of_tenant and activity_id = one.id and plate = of_plate and order_id <> of_order
            and (held_until is null or held_until > now) and (at at time zone zone)::date = (now at time zone zone)::date)
      then
        raise exception 'the rest of activity % was taken', one.id using errcode = '40001';
      end if;
    end if;
    select amount_fen, held_until into old from activity_use
      where tenant_id = of_tenant and activity_id = one.id and order_id = of_order;
    if found and old.held_until is null then
      update activity_sum set used_fen = used_fen - old.amount_fen, used_count = used_count - 1
      where tenant_id = of_tenant and activity_id = one.id and lot_id = of_lot;
    end if;
    insert into activity_use (tenant_id, activity_id, order_id, lot_id, plate, amount_fen, held_until, at)
    values (of_tenant, one.id, of_order, of_lot, of_plate, one.amount, case when not one.is_promised then until end, now)
    on conflict (tenant_id, activity_id, order_id) do update
      set amount_fen = excluded.amount_fen, held_until = excluded.held_until, plate = excluded.plate, lot_id = excluded.lot_id;
    -- What was paid with it is used, whatever quotes follow.
    if until is null or one.is_promised then
      insert into activity_sum (tenant_id, activity_id, lot_id, used_fen, used_count) values (of_tenant, one.id, of_lot, one.amount, 1)
      on conflict (tenant_id, activity_id, lot_id) do update
        set used_fen = activity_sum.used_fen + excluded.used_fen, used_count = activity_sum.used_count + 1;
    end if;
  end loop;
end $$;
