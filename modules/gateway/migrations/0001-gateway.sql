-- Messages of devices that could not be taken. The row shows an excerpt without passwords and pictures; the message of a
-- passing stands whole, without passwords, among the files under `body_key`, so that it can be taken again.
create table quarantine (
  tenant_id int not null references tenant,
  id uuid not null,
  received_at timestamptz not null,
  last_received_at timestamptz not null,
  seen_count int not null default 1,
  reason text not null check (reason in ('unknown', 'wrong-serial', 'bad-signature', 'old-timestamp', 'malformed')),
  detail text not null,
  state text not null default 'kept' check (state in ('kept', 'replayed', 'discarded')),
  protocol text not null check (protocol in ('vzenith-http', 'vzenith-mqtt', 'signed')),
  camera_id uuid,
  lot_id uuid,
  serial_no text,
  address text,
  path text not null,
  payload text not null,
  body_key text,
  -- Same message, same reason: a camera that repeats itself raises the count of one row.
  fingerprint text not null,
  settled_at timestamptz,
  settled_by text,
  primary key (tenant_id, id),
  unique (tenant_id, fingerprint),
  foreign key (tenant_id, camera_id) references camera (tenant_id, id) on delete set null (camera_id),
  foreign key (tenant_id, lot_id) references lot (tenant_id, id) on delete set null (lot_id)
);
create index quarantine_received on quarantine (tenant_id, received_at desc);
create index quarantine_camera on quarantine (tenant_id, camera_id);
create index quarantine_lot on quarantine (tenant_id, lot_id);
select tenant_table('quarantine');
