-- API keys of other programs: scopes, lots and rate limit.
create table api_key (
  tenant_id int not null references tenant,
  id uuid not null,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  name text not null,
  -- Names of permissions.
  scopes text[] not null default '{}',
  -- Empty: all lots of the tenant.
  lot_ids uuid[] not null default '{}',
  per_minute int not null default 300,
  expires_at timestamptz,
  state text not null default 'active' check (state in ('active', 'revoked')),
  key_hash text not null,
  key_end text not null,
  created_by text not null,
  last_used_at timestamptz,
  last_address text,
  -- Calls of the current minute.
  minute timestamptz,
  minute_count int not null default 0,
  primary key (tenant_id, id)
);
create unique index api_key_hash on api_key (tenant_id, key_hash);
select tenant_table('api_key');

-- Addresses that receive events.
create table webhook (
  tenant_id int not null references tenant,
  id uuid not null,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  name text not null,
  url text not null,
  kinds text[] not null default '{}',
  -- Empty: all lots of the tenant, and events of no lot.
  lot_ids uuid[] not null default '{}',
  secret_sealed text not null,
  state text not null default 'active' check (state in ('active', 'paused')),
  -- Paused automatically after failing too long, not by a person.
  is_given_up boolean not null default false,
  failing_since timestamptz,
  failure_count int not null default 0,
  last_success_at timestamptz,
  primary key (tenant_id, id)
);
create index webhook_active on webhook (tenant_id) where state = 'active';
select tenant_table('webhook');

create table webhook_delivery (
  tenant_id int not null references tenant,
  id uuid not null,
  webhook_id uuid not null,
  lot_id uuid,
  at timestamptz not null,
  kind text not null,
  body text not null,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
  attempt_count int not null default 0,
  next_at timestamptz,
  last_status int,
  last_failure text,
  last_took_ms int,
  delivered_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, webhook_id) references webhook (tenant_id, id) on delete cascade
);
create index webhook_delivery_webhook on webhook_delivery (tenant_id, webhook_id, id);
create index webhook_delivery_kind on webhook_delivery (tenant_id, kind, id);
create index webhook_delivery_open on webhook_delivery (tenant_id, webhook_id) where state = 'waiting';
create index webhook_delivery_age on webhook_delivery (at);
select tenant_table('webhook_delivery');

create table webhook_attempt (
  tenant_id int not null references tenant,
  id uuid not null,
  delivery_id uuid not null,
  at timestamptz not null,
  status int,
  failure text,
  detail text,
  answer text,
  took_ms int not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, delivery_id) references webhook_delivery (tenant_id, id) on delete cascade
);
create index webhook_attempt_delivery on webhook_attempt (tenant_id, delivery_id, id);
select tenant_table('webhook_attempt');
