-- Where the pictures of cameras come from: a media server, the cameras' own snapshots, or a simulation. The hook is the address at
-- which a media server asks whether somebody may watch; its secret is encrypted, and found by its hash.
create table video_server (
  tenant_id int not null references tenant,
  id uuid not null,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  name text not null,
  kind text not null check (kind in ('mediamtx', 'snapshot', 'sandbox')),
  -- Null: all lots that have none of their own.
  lot_id uuid,
  is_enabled boolean not null,
  whep_url text,
  hls_url text,
  playback_url text,
  address_minutes int not null check (address_minutes between 1 and 60),
  viewer_limit int not null check (viewer_limit between 1 and 1000),
  snapshot_seconds int not null check (snapshot_seconds between 3 and 300),
  remark text,
  hook_hash text,
  hook_sealed text,
  hook_set_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, hook_hash),
  foreign key (tenant_id, lot_id) references lot (tenant_id, id)
);
create index video_server_lot on video_server (tenant_id, lot_id);
create unique index video_server_enabled on video_server (tenant_id, lot_id) nulls not distinct where is_enabled;
select tenant_table('video_server');

-- The stream of a camera: its path on the media server, and the encrypted address the media server fetches it from.
create table video_stream (
  tenant_id int not null references tenant,
  camera_id uuid not null,
  path text,
  source_sealed text,
  -- The host in the address, without account and password.
  source_host text,
  set_at timestamptz not null,
  primary key (tenant_id, camera_id),
  foreign key (tenant_id, camera_id) references camera (tenant_id, id) on delete cascade
);
select tenant_table('video_stream');

-- Who watched which camera, live or recorded. While the page is open it says so again and again; `seen_at` is the last time.
create table video_viewing (
  tenant_id int not null references tenant,
  id uuid not null,
  lot_id uuid not null,
  -- Cameras are removed, what was watched stays.
  camera_id uuid not null,
  camera_name text not null,
  lane_name text not null,
  -- Null: a program with a key, which keeps no viewing open.
  account_id uuid,
  actor_name text not null,
  kind text not null check (kind in ('live', 'record')),
  source text not null check (source in ('media', 'snapshot', 'sandbox')),
  -- The media server, and the path there.
  server_id uuid,
  path text,
  -- What was played back.
  from_at timestamptz,
  to_at timestamptz,
  started_at timestamptz not null,
  seen_at timestamptz not null,
  ended_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, lot_id) references lot (tenant_id, id)
);
create index video_viewing_started on video_viewing (tenant_id, started_at desc);
create index video_viewing_lot on video_viewing (tenant_id, lot_id, started_at desc);
create index video_viewing_account on video_viewing (tenant_id, account_id, started_at desc);
create index video_viewing_open on video_viewing (tenant_id, seen_at) where ended_at is null;
select tenant_table('video_viewing');
