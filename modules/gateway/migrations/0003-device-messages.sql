-- The last messages of each camera as they came, without secrets and pictures, for people who look into its protocol. Some forty a
-- camera, at most a week: `inspector` thins them out as they arrive and removes the oldest.
create table device_message (
  tenant_id int not null references tenant,
  id uuid not null,
  camera_id uuid not null,
  lot_id uuid not null,
  received_at timestamptz not null,
  -- The name of a driver.
  protocol text not null,
  path text not null,
  content_type text not null,
  address text,
  -- Bytes of the message as it came.
  size int not null,
  has_picture boolean not null,
  body text not null,
  -- The whole body is there but for its pictures: it can be read again.
  is_whole boolean not null,
  reply text not null,
  outcome text not null check (outcome in ('taken', 'refused', 'captured')),
  detail text,
  primary key (tenant_id, id),
  foreign key (tenant_id, camera_id) references camera (tenant_id, id) on delete cascade,
  foreign key (tenant_id, lot_id) references lot (tenant_id, id)
);
create index device_message_camera on device_message (tenant_id, camera_id, id desc);
create index device_message_lot on device_message (tenant_id, lot_id, id desc);
create index device_message_received on device_message (tenant_id, received_at desc, id desc);
select tenant_table('device_message');
