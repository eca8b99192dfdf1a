create table camera (
  tenant_id int not null references tenant,
  id uuid not null,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  name text not null,
  lane_id uuid not null,
  lot_id uuid not null,
  -- The name of a driver.
  protocol text not null,
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
create view camera_fact with (security_invoker = true) as
  select tenant_id, id, name, lane_id, lot_id, serial_no, state, last_seen_at from camera;
grant select on camera_fact to boyun_app, boyun_system;

-- What a barrier was told and what became of it. The passing it belongs to is no foreign key: passing records are a
-- partitioned table of a module that stands above this one.
create table gate_command (
  tenant_id int not null references tenant,
  id uuid not null,
  lot_id uuid not null,
  lane_id uuid not null,
  camera_id uuid,
  passing_id uuid,
  plate text,
  kind text not null check (kind in ('open', 'close')),
  state text not null check (state in ('queued', 'sent', 'accepted', 'opened', 'passed', 'uncertain')),
  -- What carried it down; null while it waits.
  route text check (route in ('answer', 'poll', 'heartbeat', 'call', 'message')),
  reason_zh text not null,
  reason_en text not null,
  -- Who gave it; the product itself has no id.
  actor_id uuid,
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
create index gate_command_actor on gate_command (tenant_id, actor_id, created_at desc) where actor_id is not null;
create index gate_command_lot on gate_command (tenant_id, lot_id, created_at desc);
create index gate_command_camera on gate_command (tenant_id, camera_id);
create index gate_command_passing on gate_command (tenant_id, passing_id) where passing_id is not null;
create index gate_command_created on gate_command (tenant_id, created_at desc);
-- The few that are still under way: what sweeps and sensors look for.
create index gate_command_waiting on gate_command (tenant_id, camera_id) where state in ('queued', 'sent');
create index gate_command_under_way on gate_command (tenant_id, lane_id, created_at)
  where state in ('queued', 'sent', 'accepted', 'opened');
select tenant_table('gate_command');
select partition_by_month('gate_command');
create view gate_command_fact with (security_invoker = true) as
  select tenant_id, id, lot_id, lane_id, passing_id, kind, state, route, created_at from gate_command;
grant select on gate_command_fact to boyun_app, boyun_system;

-- A box on site that drives some lanes; it signs its calls with a key of its own.
create table box (
  tenant_id int not null references tenant,
  id uuid not null,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  name text not null,
  lot_id uuid not null,
  serial_no text not null,
  heartbeat_seconds int not null check (heartbeat_seconds between 10 and 300),
  when_offline text not null check (when_offline in ('list', 'open', 'hold')),
  state text not null default 'never' check (state in ('never', 'online', 'offline')),
  last_seen_at timestamptz,
  app_version text,
  queue_length int,
  secret_sealed text,
  configuration jsonb,
  configuration_number int not null default 0,
  -- The last number the box said it works with.
  acknowledged_number int not null default 0,
  pushed_at timestamptz,
  acknowledged_at timestamptz,
  remark text,
  primary key (tenant_id, id),
  unique (tenant_id, serial_no),
  foreign key (tenant_id, lot_id) references lot (tenant_id, id)
);
create index box_lot on box (tenant_id, lot_id);
-- Signed calls name a serial number, not always a tenant.
create index box_serial on box (serial_no);
create index box_online on box (last_seen_at) where state = 'online';
select tenant_table('box');
create view box_fact with (security_invoker = true) as
  select tenant_id, id, name, lot_id, serial_no, state from box;
grant select on box_fact to boyun_app, boyun_system;

-- A lane belongs to one box at most.
create table box_lane (
  tenant_id int not null references tenant,
  box_id uuid not null,
  lane_id uuid not null,
  primary key (tenant_id, lane_id),
  foreign key (tenant_id, box_id) references box (tenant_id, id) on delete cascade,
  foreign key (tenant_id, lane_id) references lane (tenant_id, id) on delete cascade
);
create index box_lane_box on box_lane (tenant_id, box_id);
select tenant_table('box_lane');

-- What a camera sent beside its passings: pictures it took when told to, and what came over its serial line.
create table camera_message (
  tenant_id int not null references tenant,
  id uuid not null,
  camera_id uuid not null,
  lot_id uuid not null,
  kind text not null check (kind in ('snapshot', 'serial')),
  received_at timestamptz not null,
  -- Which of its serial lines it came over.
  channel int,
  picture text,
  -- The bytes as they came, in hex.
  data text,
  primary key (tenant_id, id),
  foreign key (tenant_id, camera_id) references camera (tenant_id, id) on delete cascade,
  foreign key (tenant_id, lot_id) references lot (tenant_id, id)
);
create index camera_message_camera on camera_message (tenant_id, camera_id, received_at desc);
create index camera_message_lot on camera_message (tenant_id, lot_id, received_at desc);
create index camera_message_received on camera_message (tenant_id, received_at desc);
select tenant_table('camera_message');
select partition_by_month('camera_message');
