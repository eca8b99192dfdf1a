-- Charge rules (named tariffs) and their numbered versions, which are immutable once published.
create table charge_rule (
  tenant_id int not null references tenant,
  id uuid not null,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  name text not null,
  remark text,
  primary key (tenant_id, id),
  unique (tenant_id, name)
);
select tenant_table('charge_rule');
create view charge_rule_fact with (security_invoker = true) as
  select tenant_id, id, name from charge_rule;
grant select on charge_rule_fact to boyun_app, boyun_system;

-- Whether a published version is scheduled, in force or retired follows from effective_from and from later versions.
create table charge_rule_version (
  tenant_id int not null references tenant,
  id uuid not null,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  charge_rule_id uuid not null,
  number int not null,
  state text not null check (state in ('draft', 'in-review', 'approved', 'published', 'withdrawn')),
  tariff jsonb not null,
  reading_zh text not null,
  reading_en text not null,
  base_number int,
  effective_from timestamptz,
  note text,
  made_by text not null,
  submitted_by text,
  -- The submitting account; another account must approve.
  submitted_account text,
  submitted_at timestamptz,
  approved_by text,
  approved_at timestamptz,
  published_by text,
  published_at timestamptz,
  withdrawn_by text,
  withdrawn_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, charge_rule_id, number),
  foreign key (tenant_id, charge_rule_id) references charge_rule (tenant_id, id),
  check ((effective_from is null) = (state in ('draft', 'in-review', 'approved'))),
  check ((withdrawn_at is null) = (state <> 'withdrawn'))
);
-- At most one open version (draft or submitted) per rule.
create unique index charge_rule_version_open on charge_rule_version (tenant_id, charge_rule_id)
  where state in ('draft', 'in-review', 'approved');
-- The version in force at an instant is the last one here that has begun.
create unique index charge_rule_version_begin on charge_rule_version (tenant_id, charge_rule_id, effective_from)
  where state = 'published';
select tenant_table('charge_rule_version');
create view charge_rule_version_fact with (security_invoker = true) as
  select tenant_id, id, charge_rule_id, number, state, effective_from, note, submitted_by from charge_rule_version;
grant select on charge_rule_version_fact to boyun_app, boyun_system;

-- A charge must remain explainable for years, so a published version is immutable regardless of application code.
create function guard_charge_rule_version() returns trigger language plpgsql as $$
begin
  if old.state not in ('published', 'withdrawn') then
    return case tg_op when 'DELETE' then old else new end;
  end if;
  if tg_op = 'DELETE' then
    -- Except when its whole tenant is erased.
    if current_setting('boyun.erasing', true) = old.tenant_id::text then
      return old;
    end if;
    raise exception 'version % of charge rule % was published and is never deleted', old.number, old.charge_rule_id
      using errcode = 'restrict_violation';
  end if;
  if (new.tenant_id, new.id, new.charge_rule_id, new.number, new.tariff, new.reading_zh, new.reading_en, new.effective_from,
      new.published_at) is distinct from (old.tenant_id, old.id, old.charge_rule_id, old.number, old.tariff, old.reading_zh,
      old.reading_en, old.effective_from, old.published_at) then
    raise exception 'version % of charge rule % was published and never changes', old.number, old.charge_rule_id
      using errcode = 'restrict_violation';
  end if;
  if new.state <> old.state
    and not coalesce(old.state = 'published' and new.state = 'withdrawn' and new.withdrawn_at < old.effective_from, false) then
    raise exception 'version % of charge rule % can be withdrawn before it begins, nothing else', old.number, old.charge_rule_id
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger guard before update or delete on charge_rule_version
  for each row execute function guard_charge_rule_version();

-- Stays with their expected fee; times are in the lot's time zone.
create table charge_example (
  tenant_id int not null references tenant,
  id uuid not null,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  charge_rule_id uuid not null,
  name text not null,
  entry text not null,
  exit text not null,
  vehicle_kind text,
  plate_color smallint check (plate_color between 0 and 6),
  expected_fen bigint not null check (expected_fen >= 0),
  primary key (tenant_id, id),
  unique (tenant_id, charge_rule_id, name),
  foreign key (tenant_id, charge_rule_id) references charge_rule (tenant_id, id) on delete cascade
);
select tenant_table('charge_example');

-- Scope of a rule: one lot, the lots of an area, or (neither) all lots; for some cars and days, or all of them.
create table charge_binding (
  tenant_id int not null references tenant,
  id uuid not null,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  lot_id uuid,
  area_id uuid,
  charge_rule_id uuid not null,
  vehicle_kinds text[] not null default '{}',
  plate_colors smallint[] not null default '{}',
  from_day date,
  to_day date check (to_day >= from_day),
  primary key (tenant_id, id),
  check (lot_id is null or area_id is null),
  foreign key (tenant_id, lot_id) references lot (tenant_id, id),
  foreign key (tenant_id, area_id) references area (tenant_id, id),
  foreign key (tenant_id, charge_rule_id) references charge_rule (tenant_id, id)
);
create index charge_binding_lot on charge_binding (tenant_id, lot_id);
create index charge_binding_area on charge_binding (tenant_id, area_id);
create index charge_binding_rule on charge_binding (tenant_id, charge_rule_id);
select tenant_table('charge_binding');
create view charge_binding_fact with (security_invoker = true) as
  select tenant_id, id, lot_id, area_id, charge_rule_id, vehicle_kinds, plate_colors, from_day, to_day
  from charge_binding;
grant select on charge_binding_fact to boyun_app, boyun_system;

-- Days whose kind differs from their weekday.
create table holiday (
  tenant_id int not null references tenant,
  id uuid not null,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  day date not null,
  name_zh text not null,
  name_en text not null,
  kind text not null check (kind in ('holiday', 'workday')),
  primary key (tenant_id, id),
  unique (tenant_id, day)
);
select tenant_table('holiday');
