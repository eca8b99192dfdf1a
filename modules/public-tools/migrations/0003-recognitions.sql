-- Services that read plates in pictures. The secret is encrypted and never returned.
create table recogniser (
  tenant_id int not null references tenant,
  id uuid not null,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  name text not null,
  provider text not null check (provider in ('sandbox', 'plate-recognizer', 'tencent')),
  is_enabled boolean not null,
  key_name text null,
  -- Price of 1000 calls.
  price_per_thousand_fen bigint null check (price_per_thousand_fen >= 0),
  monthly_limit int null check (monthly_limit > 0),
  secret_sealed text null,
  secret_mark text null,
  secret_set_at timestamptz null,
  remark text null,
  primary key (tenant_id, id)
);
create unique index recogniser_enabled on recogniser (tenant_id) where is_enabled;
select tenant_table('recogniser');

-- Each picture that was sent to a service, with what it read and what it costs.
create table recognition (
  tenant_id int not null references tenant,
  id uuid not null,
  at timestamptz not null,
  account_id uuid not null,
  actor_name text not null,
  recogniser_id uuid not null,
  provider text not null,
  -- Price of 1000 calls at that time.
  price_per_thousand_fen bigint not null,
  -- Null once its term is over.
  picture text,
  state text not null default 'running' check (state in ('running', 'read', 'none', 'failed')),
  is_billed boolean not null default false,
  plate text,
  plate_color smallint,
  confidence double precision check (confidence between 0 and 1),
  -- Where the plate is in the picture, in pixels.
  box jsonb,
  -- Further plates in the picture.
  others jsonb not null default '[]',
  answer text,
  took_ms int,
  primary key (tenant_id, id)
);
create index recognition_at on recognition (tenant_id, at);
create index recognition_plate on recognition (tenant_id, plate);
create index recognition_running on recognition (tenant_id, at) where state = 'running';
select tenant_table('recognition');
select searched_by_plate('recognition');
