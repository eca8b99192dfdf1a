-- LCD displays with the programmes of their lot. A display is a browser; it is known by its token.
create table lcd (
  tenant_id int not null references tenant,
  id uuid not null,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  name text not null,
  lot_id uuid not null,
  lane_id uuid,
  is_muted boolean not null,
  is_active boolean not null,
  remark text,
  state text not null default 'never' check (state in ('never', 'online', 'offline')),
  last_seen_at timestamptz,
  -- What it shows, and its size, as it reported last.
  shown text,
  screen_size text,
  waiting_files int not null default 0 check (waiting_files >= 0),
  pair_code_hash text,
  pair_until timestamptz,
  secret_hash text,
  paired_at timestamptz,
  -- The last batch of shows that was counted.
  play_batch int not null default 0,
  primary key (tenant_id, id),
  unique (tenant_id, lot_id, name),
  foreign key (tenant_id, lot_id) references lot (tenant_id, id),
  foreign key (tenant_id, lane_id) references lane (tenant_id, id),
  check ((pair_code_hash is null) = (pair_until is null))
);
create index lcd_lane on lcd (tenant_id, lane_id);
create unique index lcd_secret on lcd (tenant_id, secret_hash);
create index lcd_online on lcd (tenant_id, last_seen_at) where state = 'online';
select tenant_table('lcd');

-- What displays show: a picture, a video, words, or the code by which drivers pay.
create table lcd_programme (
  tenant_id int not null references tenant,
  id uuid not null,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  name text not null,
  kind text not null check (kind in ('picture', 'video', 'text', 'pay-code')),
  file text,
  headline text,
  words text,
  look text not null check (look in ('night', 'leaf', 'dawn', 'paper')),
  seconds int not null check (seconds between 3 and 600),
  is_active boolean not null,
  primary key (tenant_id, id),
  unique (tenant_id, name)
);
select tenant_table('lcd_programme');

-- Files uploaded for programmes, checked when they arrived.
create table lcd_file (
  tenant_id int not null references tenant,
  id uuid not null,
  at timestamptz not null,
  key text not null,
  name text not null,
  kind text not null check (kind in ('picture', 'video')),
  bytes int not null check (bytes > 0),
  -- Length of a video.
  seconds int check (seconds > 0),
  uploaded_by text not null,
  primary key (tenant_id, id),
  unique (tenant_id, key)
);
select tenant_table('lcd_file');

-- Programmes in their order, with the days and hours they are shown and the displays they are shown on.
create table lcd_playlist (
  tenant_id int not null references tenant,
  id uuid not null,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  name text not null,
  programme_ids uuid[] not null,
  days int[] not null default '{}',
  daily_from text check (daily_from ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  daily_to text check (daily_to ~ '^(([01]\d|2[0-3]):[0-5]\d|24:00)$'),
  valid_from date not null,
  valid_until date check (valid_until >= valid_from),
  is_alone boolean not null,
  -- Empty: all lots.
  lot_ids uuid[] not null default '{}',
  -- Empty: all displays of these lots.
  lcd_ids uuid[] not null default '{}',
  state text not null default 'draft' check (state in ('draft', 'published')),
  published_at timestamptz,
  published_by text,
  primary key (tenant_id, id),
  unique (tenant_id, name),
  check ((daily_from is null) = (daily_to is null))
);
select tenant_table('lcd_playlist');
select names_lots('lcd_playlist');

-- How often and how long a display showed a programme in an hour.
create table lcd_play (
  tenant_id int not null references tenant,
  id uuid not null,
  lcd_id uuid not null,
  programme_id uuid not null,
  lot_id uuid not null,
  hour timestamptz not null,
  play_count int not null check (play_count > 0),
  seconds int not null check (seconds >= 0),
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, lcd_id, programme_id, hour),
  foreign key (tenant_id, lcd_id) references lcd (tenant_id, id),
  foreign key (tenant_id, programme_id) references lcd_programme (tenant_id, id),
  foreign key (tenant_id, lot_id) references lot (tenant_id, id)
);
create index lcd_play_hour on lcd_play (tenant_id, hour, id);
create index lcd_play_programme on lcd_play (tenant_id, programme_id, hour);
create index lcd_play_lot on lcd_play (tenant_id, lot_id, hour);
select tenant_table('lcd_play');
