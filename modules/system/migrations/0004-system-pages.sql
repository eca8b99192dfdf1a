-- A tenant's own phrases, by the list in which they are offered.
create table dictionary (
  tenant_id int not null references tenant,
  id uuid not null,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  list text not null,
  code text not null,
  name_zh text not null,
  name_en text not null,
  position int not null check (position >= 0),
  is_active boolean not null,
  primary key (tenant_id, id),
  unique (tenant_id, list, code)
);
select tenant_table('dictionary');

-- Pictures a tenant shows its staff and its drivers.
create table banner (
  tenant_id int not null references tenant,
  id uuid not null,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  name text not null,
  place text not null check (place in ('console', 'payment')),
  picture text null,
  link_url text null,
  valid_from timestamptz not null,
  valid_until timestamptz null,
  position int not null check (position >= 0),
  is_active boolean not null,
  click_count int not null default 0,
  primary key (tenant_id, id),
  check (valid_until > valid_from)
);
create index banner_place on banner (tenant_id, place, position) where is_active;
select tenant_table('banner');

-- Versions of the apps that accompany this product; everyone sees them, only operations of platform staff write them.
create table app_version (
  id uuid primary key,
  at timestamptz not null,
  app text not null check (app in ('manager', 'collector', 'attendant', 'driver')),
  number text not null,
  is_forced boolean not null,
  package text,
  package_url text,
  notes_zh text not null,
  notes_en text not null,
  -- The announcement sent to all tenants about it.
  announcement_id uuid,
  withdrawn_at timestamptz,
  writer text not null
);
create index app_version_app on app_version (app, at);
create index app_version_announcement on app_version (announcement_id);
create unique index app_version_number on app_version (app, number) where withdrawn_at is null;
grant select, insert, update on app_version to boyun_app, boyun_system;
