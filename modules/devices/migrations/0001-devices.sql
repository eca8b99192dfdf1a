create table camera (
  tenant_id int not null references tenant,
  id uuid not null,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  name text not null,
  lane_id uuid not null,
  lot_id uuid not null,
  protocol text not null check (protocol in ('vzenith-http', 'vzenith-mqtt', 'signed')),
  serial_no text,
  network_address text,
  state text not null default 'never' check (state in ('never', 'online', 'offline')),
  last_seen_at timestamptz,
  last_event_at timestamptz,
  -- SHA-256 of the token the device shows; null until a secret was made.
  token_hash text,
  -- Key of signed calls, encrypted with the product's own key: a signature can only be checked with the key itself.
  secret_sealed text,
  primary key (tenant_id, id),
  unique (tenant_id, token_hash),
  unique (tenant_id, serial_no),
  foreign key (tenant_id, lane_id) references lane (tenant_id, id),
  foreign key (tenant_id, lot_id) references lot (tenant_id, id)
);
create index camera_lane on camera (tenant_id, lane_id);
create index camera_lot on camera (tenant_id, lot_id);
-- Signed calls name a serial number, not always a tenant.
create index camera_serial on camera (serial_no);
select tenant_table('camera');

-- What a barrier was told and what became of it. The passing it belongs to is no foreign key: passing records are a
-- partitioned table of a module that stands above this one.
create table gate_command (
  tenant_id int not null references tenant,
  id uuid not null,
  lot_id uuid not null,
  lane_id uuid not null,
  camera_id uuid,
  passing_id uuid,
  kind text not null check (kind in ('open', 'close')),
  state text not null check (state in ('queued', 'sent', 'accepted', 'opened', 'passed', 'uncertain')),
  -- What carried it down; null while it waits.
  route text check (route in ('answer', 'poll', 'heartbeat', 'call', 'message')),
  reason_zh text not null,
  reason_en text not null,
  actor_name text not null,
  created_at timestamptz not null,
  sent_at timestamptz,
  accepted_at timestamptz,
  opened_at timestamptz,
  passed_at timestamptz,
  uncertain_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, lane_id) references lane (tenant_id, id),
  foreign key (tenant_id, lot_id) references lot (tenant_id, id),
  foreign key (tenant_id, camera_id) references camera (tenant_id, id) on delete set null (camera_id)
);
create index gate_command_lane on gate_command (tenant_id, lane_id, created_at desc);
create index gate_command_lot on gate_command (tenant_id, lot_id, created_at desc);
create index gate_command_camera on gate_command (tenant_id, camera_id);
create index gate_command_passing on gate_command (tenant_id, passing_id) where passing_id is not null;
create index gate_command_created on gate_command (tenant_id, created_at desc);
-- The few that are still under way: what sweeps and sensors look for.
create index gate_command_waiting on gate_command (tenant_id, camera_id) where state in ('queued', 'sent');
create index gate_command_under_way on gate_command (tenant_id, lane_id, created_at)
  where state in ('queued', 'sent', 'accepted', 'opened');
select tenant_table('gate_command');
