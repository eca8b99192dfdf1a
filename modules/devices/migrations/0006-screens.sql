-- LED screens: of a lane, behind its camera's serial line or at an address of their own, and guidance screens with free spots.
create table screen (
  tenant_id int not null references tenant,
  id uuid not null,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  name text not null,
  lot_id uuid not null,
  kind text not null check (kind in ('lane', 'guidance')),
  lane_id uuid,
  -- Whose free spots a guidance screen counts; none for the whole lot.
  garage_ids uuid[] not null,
  route text not null check (route in ('camera', 'tcp')),
  format text not null check (format in ('plain', 'card-64ff', 'card-aa55')),
  channel int not null check (channel between 0 and 7),
  address text,
  port int check (port between 1 and 65535),
  is_speaking boolean not null,
  brightness_plan text,
  state text not null default 'never' check (state in ('never', 'online', 'offline')),
  last_seen_at timestamptz,
  shown text,
  shown_at timestamptz,
  last_error text,
  -- Until when a guidance screen that does not answer is left alone, and how often in a row it has not.
  try_after timestamptz,
  failed_count int not null default 0,
  remark text,
  primary key (tenant_id, id),
  foreign key (tenant_id, lot_id) references lot (tenant_id, id),
  foreign key (tenant_id, lane_id) references lane (tenant_id, id),
  check ((kind = 'lane') = (lane_id is not null)),
  check (route = 'camera' or (address is not null and port is not null)),
  check (kind = 'lane' or route = 'tcp')
);
create index screen_lot on screen (tenant_id, lot_id);
create unique index screen_lane on screen (tenant_id, lane_id) where lane_id is not null;
create index screen_guidance on screen (tenant_id, id) where kind = 'guidance';
select tenant_table('screen');
create view screen_fact with (security_invoker = true) as
  select tenant_id, id, name, lot_id, lane_id, kind, state from screen;
grant select on screen_fact to boyun_app, boyun_system;

-- What screens show and say in each situation, in all lots or some.
create table screen_template (
  tenant_id int not null references tenant,
  id uuid not null,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  name text not null,
  situation text not null check (situation in
    ('welcome', 'welcome-pack', 'no-entry', 'full', 'wait', 'fee-due', 'goodbye', 'guidance')),
  lot_ids uuid[] not null,
  lines text not null,
  voice text,
  is_enabled boolean not null,
  primary key (tenant_id, id),
  unique (tenant_id, name)
);
select tenant_table('screen_template');
