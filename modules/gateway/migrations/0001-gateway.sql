-- Messages of devices that could not be taken. The row shows an excerpt without passwords and pictures; the message of a
-- passing is stored whole, without passwords, among the files under `body_key`, so that it can be taken again. Messages of
-- callers that have not proved who they are leave a note only, one a day for an address and path; messages of known devices
-- count towards a limit of bytes and rows.
create table quarantine (
  tenant_id int not null references tenant,
  id uuid not null,
  received_at timestamptz not null,
  last_received_at timestamptz not null,
  seen_count int not null default 1,
  reason text not null check (reason in ('unknown', 'wrong-serial', 'bad-signature', 'old-timestamp', 'malformed')),
  detail text not null,
  state text not null default 'kept' check (state in ('kept', 'replayed', 'discarded')),
  -- The name of a driver.
  protocol text not null,
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
  is_note boolean not null default false,
  -- Bytes of the latest message as far as known.
  size int not null default 0,
  -- Bytes stored under `body_key`.
  body_bytes int not null default 0,
  -- SHA-256 of the latest message, where it was read to its end.
  body_hash text,
  primary key (tenant_id, id),
  unique (tenant_id, fingerprint),
  foreign key (tenant_id, camera_id) references camera (tenant_id, id) on delete set null (camera_id),
  foreign key (tenant_id, lot_id) references lot (tenant_id, id) on delete set null (lot_id)
);
create index quarantine_received on quarantine (tenant_id, received_at desc);
create index quarantine_camera on quarantine (tenant_id, camera_id);
create index quarantine_lot on quarantine (tenant_id, lot_id);
create index quarantine_oldest on quarantine (tenant_id, is_note, received_at desc, id desc) include (body_bytes);
select tenant_table('quarantine');
create view quarantine_fact with (security_invoker = true) as
  select tenant_id, state, lot_id from quarantine;
grant select on quarantine_fact to boyun_app, boyun_system;

-- Signed calls of devices, kept until their timestamp is too old to be accepted: a repeated call gets the first answer and
-- changes nothing.
create table signed_call (
  tenant_id int not null references tenant,
  -- HMAC-SHA256 of the call.
  signature bytea not null check (octet_length(signature) = 32),
  expires_at timestamptz not null,
  answer jsonb,
  primary key (tenant_id, signature)
);
create index signed_call_expired on signed_call (tenant_id, expires_at);
select tenant_table('signed_call');
