-- Detectors below spots. Which spot one is bound to is stored with the spot, by the detector's number.
create table magnetic (
  tenant_id int not null references tenant,
  id uuid not null,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  serial_no text not null,
  lot_id uuid not null,
  model text,
  heartbeat_minutes int not null check (heartbeat_minutes between 1 and 1440),
  remark text,
  state text not null default 'never' check (state in ('never', 'online', 'offline')),
  last_seen_at timestamptz,
  battery_percent int check (battery_percent between 0 and 100),
  is_battery_low boolean not null default false,
  signal_dbm int check (signal_dbm between -200 and 0),
  -- What it last said of its spot, and since when.
  is_taken boolean,
  changed_at timestamptz,
  -- Of its reports in the last days; null without any.
  false_percent int check (false_percent between 0 and 100),
  -- Until then its reports are written down and do nothing else.
  quiet_kind text check (quiet_kind in ('test', 'muted')),
  quiet_until timestamptz,
  quiet_reason text,
  quiet_by text,
  -- Its messages in the hour that began then: a broken device is not heard without end.
  hour_began_at timestamptz,
  hour_count int not null default 0,
  -- SHA-256 of the token it shows; null until a secret was made.
  token_hash text,
  -- Key of signed calls, encrypted with the product's own key.
  secret_sealed text,
  primary key (tenant_id, id),
  unique (tenant_id, serial_no),
  unique (tenant_id, token_hash),
  foreign key (tenant_id, lot_id) references lot (tenant_id, id),
  check ((quiet_kind is null) = (quiet_until is null))
);
create index magnetic_lot on magnetic (tenant_id, lot_id);
-- Signed calls and topics name a serial number, not always a tenant.
create index magnetic_serial on magnetic (serial_no);
create index magnetic_online on magnetic (last_seen_at) where state = 'online';
create index magnetic_quiet on magnetic (quiet_until) where quiet_until is not null;
select tenant_table('magnetic');
create view magnetic_fact with (security_invoker = true) as
  select tenant_id, id, serial_no, lot_id, state, is_taken, quiet_kind, quiet_until from magnetic;
grant select on magnetic_fact to boyun_app, boyun_system;

-- Every message of a detector, each once by the number the detector gave it.
create table magnetic_message (
  tenant_id int not null references tenant,
  id uuid not null,
  magnetic_id uuid not null,
  lot_id uuid not null,
  received_at timestamptz not null,
  happened_at timestamptz not null,
  kind text not null check (kind in ('arrive', 'leave', 'heartbeat')),
  sequence bigint not null,
  route text not null check (route in ('signed', 'token', 'mqtt')),
  battery_percent int,
  signal_dbm int,
  outcome text not null check (outcome in ('taken', 'unbound', 'test', 'muted')),
  seen_count int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, magnetic_id) references magnetic (tenant_id, id) on delete cascade,
  foreign key (tenant_id, lot_id) references lot (tenant_id, id)
);
create index magnetic_message_sequence on magnetic_message (tenant_id, magnetic_id, sequence);
create index magnetic_message_received on magnetic_message (tenant_id, received_at desc, id desc);
create index magnetic_message_lot on magnetic_message (tenant_id, lot_id, received_at desc);
select tenant_table('magnetic_message');
select partition_by_month('magnetic_message');

-- The detectors that spots name already, heard through their boxes so far.
insert into magnetic (tenant_id, id, created_at, updated_at, serial_no, lot_id, heartbeat_minutes)
select tenant_id, gen_random_uuid(), now(), now(), detector_no, lot_id, 1440 from spot_fact where detector_no is not null;
