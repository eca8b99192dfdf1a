-- One car at one lane. Partitioned by month on its UUIDv7 id.
create table passing (
  tenant_id int not null references tenant,
  id uuid not null,
  lot_id uuid not null,
  lane_id uuid not null,
  camera_id uuid not null,
  event_key text not null,
  direction text not null check (direction in ('entry', 'exit')),
  plate text not null,
  read_plate text,
  -- What a camera sent in place of a plate, where it cannot be one: the passing counts as one without a plate.
  raw_plate text,
  plate_color smallint not null check (plate_color between 0 and 6),
  vehicle_kind text,
  confidence smallint not null,
  picture text,
  -- Why the picture could not be stored; the passing was decided without it.
  picture_lost text,
  -- The term in days after which the picture was removed; null where there is a picture or never was one.
  picture_removed_days smallint,
  happened_at timestamptz not null,
  received_at timestamptz not null,
  is_offline boolean not null,
  is_late boolean not null,
  standing text not null,
  list_kind text,
  list_entry_id uuid,
  decision text not null check (decision in ('open', 'hold', 'refuse', 'record')),
  pass_type text not null,
  reason_zh text not null,
  reason_en text not null,
  screen_text text not null,
  order_id uuid,
  due_fen bigint not null default 0,
  -- What the device was told; a repeated message gets it again.
  answer jsonb not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, lot_id) references lot (tenant_id, id),
  foreign key (tenant_id, lane_id) references lane (tenant_id, id),
  foreign key (tenant_id, camera_id) references camera (tenant_id, id)
) partition by range (id);
create index passing_lane on passing (tenant_id, lane_id, id);
create index passing_lot on passing (tenant_id, lot_id, happened_at, id);
create index passing_plate on passing (tenant_id, plate, happened_at, id);
create index passing_order on passing (tenant_id, order_id);
create index passing_camera on passing (tenant_id, camera_id, id);
create index passing_happened on passing (tenant_id, happened_at, id);
-- What is rare among many: lists of it are short, and must not read everything else.
create index passing_not_open on passing (tenant_id, decision, happened_at, id) where decision in ('hold', 'refuse', 'record');
create index passing_late on passing (tenant_id, happened_at, id) where is_late;
create index passing_unmatched on passing (tenant_id, lot_id, plate) where direction = 'exit' and order_id is null;
select tenant_table('passing');
create view passing_fact with (security_invoker = true) as
  select tenant_id, id, camera_id, event_key, plate, picture, happened_at, decision, answer from passing;
grant select on passing_fact to boyun_app, boyun_system;

-- The car that stands at a lane and waits for a payment or a person.
create table waiting_car (
  tenant_id int not null references tenant,
  lane_id uuid not null,
  lot_id uuid not null,
  passing_id uuid not null,
  order_id uuid,
  primary key (tenant_id, lane_id),
  foreign key (tenant_id, lane_id) references lane (tenant_id, id),
  foreign key (tenant_id, lot_id) references lot (tenant_id, id)
);
create index waiting_car_lot on waiting_car (tenant_id, lot_id);
create index waiting_car_order on waiting_car (tenant_id, order_id);
select tenant_table('waiting_car');
create view waiting_car_fact with (security_invoker = true) as
  select tenant_id, lot_id, passing_id from waiting_car;
grant select on waiting_car_fact to boyun_app, boyun_system;

-- Every event a device ever told, once: a second arrival finds the passing of the first.
create table passing_key (
  tenant_id int not null references tenant,
  camera_id uuid not null,
  event_key text not null,
  passing_id uuid not null,
  received_at timestamptz not null,
  primary key (tenant_id, camera_id, event_key),
  foreign key (tenant_id, camera_id) references camera (tenant_id, id)
);
select tenant_table('passing_key');
create view passing_key_fact with (security_invoker = true) as
  select tenant_id, camera_id, event_key, passing_id from passing_key;
grant select on passing_key_fact to boyun_app, boyun_system;

-- Somebody at a lane pressed the button for help. One call of a lane rings at a time.
create table lane_call (
  tenant_id int not null references tenant,
  id uuid not null,
  lot_id uuid not null,
  lane_id uuid not null,
  called_at timestamptz not null,
  state text not null default 'ringing' check (state in ('ringing', 'answered', 'ended', 'missed')),
  plate text,
  passing_id uuid,
  answered_by uuid,
  answered_by_name text,
  answered_at timestamptz,
  ended_at timestamptz,
  note text,
  primary key (tenant_id, id),
  foreign key (tenant_id, lot_id) references lot (tenant_id, id),
  foreign key (tenant_id, lane_id) references lane (tenant_id, id)
);
create unique index lane_call_open on lane_call (tenant_id, lane_id) where state in ('ringing', 'answered');
create index lane_call_lot on lane_call (tenant_id, lot_id, id);
create index lane_call_lane on lane_call (tenant_id, lane_id, id);
select tenant_table('lane_call');

-- What detectors below spots told, each thing once.
create table spot_signal (
  tenant_id int not null references tenant,
  id uuid not null,
  spot_id uuid not null,
  event_key text not null,
  is_taken boolean not null,
  happened_at timestamptz not null,
  received_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, spot_id, event_key),
  foreign key (tenant_id, spot_id) references spot (tenant_id, id) on delete cascade
);
create index spot_signal_at on spot_signal (tenant_id, spot_id, happened_at);
select tenant_table('spot_signal');
