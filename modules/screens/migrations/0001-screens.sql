-- Big screens: their lots and looks.
create table wall_screen (
  tenant_id int not null references tenant,
  id uuid not null,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  name text not null,
  layout text not null check (layout in ('v1', 'v2', 'v3', 'v4')),
  headline text null,
  logo text null,
  -- Empty: all lots.
  lot_ids uuid[] not null default '{}',
  -- Empty: everything the layout has.
  cards text[] not null default '{}',
  is_masked boolean not null,
  is_rotating boolean not null,
  seconds int not null check (seconds between 10 and 3600),
  place int not null check (place between 1 and 999),
  primary key (tenant_id, id),
  unique (tenant_id, name)
);
create index wall_screen_place on wall_screen (tenant_id, place, name, id);
select tenant_table('wall_screen');

-- Links that show one screen without signing in. Only the hash of the code is kept.
create table screen_link (
  tenant_id int not null references tenant,
  id uuid not null,
  wall_screen_id uuid not null,
  name text not null,
  code_hash text not null,
  created_at timestamptz not null,
  created_by text not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  last_used_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, code_hash),
  foreign key (tenant_id, wall_screen_id) references wall_screen (tenant_id, id) on delete cascade
);
create index screen_link_screen on screen_link (tenant_id, wall_screen_id, id);
select tenant_table('screen_link');
