-- Cars that drive through lots and streets and read plates. Their calls are signed with their secret.
create table patrol_car (
  tenant_id int not null references tenant,
  id uuid not null,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  name text not null,
  plate text,
  serial_no text not null,
  -- Where it patrols; what it sees elsewhere belongs to no lot.
  lot_ids uuid[] not null default '{}',
  can_open_orders boolean not null,
  is_enabled boolean not null,
  remark text,
  -- Key of signed calls, encrypted with the product's own key.
  secret_sealed text,
  last_seen_at timestamptz,
  -- How far its clock is behind (seconds), as of its last call.
  clock_offset_seconds int,
  positioned_at timestamptz,
  longitude double precision,
  latitude double precision,
  speed_kmh int,
  primary key (tenant_id, id),
  unique (tenant_id, serial_no)
);
-- Signed calls name a serial number, not always a tenant.
create index patrol_car_serial on patrol_car (serial_no);
select tenant_table('patrol_car');

-- A way of a car over lots and streets, on some days of the week at a time.
create table patrol_route (
  tenant_id int not null references tenant,
  id uuid not null,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  name text not null,
  car_id uuid not null,
  lot_ids uuid[] not null default '{}',
  days int[] not null default '{}',
  -- Null: driven when somebody starts it.
  starts_at text,
  expected_minutes int not null check (expected_minutes between 1 and 1440),
  grace_minutes int not null check (grace_minutes between 1 and 1440),
  is_enabled boolean not null,
  next_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, car_id) references patrol_car (tenant_id, id)
);
create index patrol_route_car on patrol_route (tenant_id, car_id);
create index patrol_route_next on patrol_route (next_at) where is_enabled and next_at is not null;
select tenant_table('patrol_route');

-- One drive: of a route, or freely. Planned ones are made when their time comes.
create table patrol_tour (
  tenant_id int not null references tenant,
  id uuid not null,
  car_id uuid not null,
  route_id uuid,
  name text,
  lot_ids uuid[] not null default '{}',
  state text not null check (state in ('planned', 'driving', 'done', 'missed')),
  planned_at timestamptz,
  -- Not begun by then, it is missed.
  begin_by timestamptz,
  expected_minutes int,
  started_at timestamptz,
  started_by text check (started_by in ('car', 'person')),
  ended_at timestamptz,
  ended_by text check (ended_by in ('car', 'person', 'silence')),
  driver_id uuid,
  driver_name text,
  metres int not null default 0,
  primary key (tenant_id, id),
  unique (tenant_id, route_id, planned_at),
  foreign key (tenant_id, car_id) references patrol_car (tenant_id, id),
  foreign key (tenant_id, route_id) references patrol_route (tenant_id, id) on delete set null (route_id),
  foreign key (tenant_id, driver_id) references account (tenant_id, id),
  check ((state in ('driving', 'done')) = (started_at is not null)),
  check ((state = 'done') = (ended_at is not null))
);
create unique index patrol_tour_driving on patrol_tour (tenant_id, car_id) where state = 'driving';
create index patrol_tour_car on patrol_tour (tenant_id, car_id, started_at desc);
create index patrol_tour_route on patrol_tour (tenant_id, route_id, started_at desc);
create index patrol_tour_driver on patrol_tour (tenant_id, driver_id);
create index patrol_tour_planned on patrol_tour (begin_by) where state = 'planned';
create index patrol_tour_open on patrol_tour (tenant_id) where state = 'driving';
select tenant_table('patrol_tour');

-- The lots and streets of a route, and of a tour as they were when it was made, with when the car came there.
create table patrol_route_stop (
  tenant_id int not null references tenant,
  route_id uuid not null,
  place int not null check (place >= 1),
  lot_id uuid not null,
  primary key (tenant_id, route_id, place),
  foreign key (tenant_id, route_id) references patrol_route (tenant_id, id) on delete cascade,
  foreign key (tenant_id, lot_id) references lot (tenant_id, id)
);
create index patrol_route_stop_lot on patrol_route_stop (tenant_id, lot_id);
select tenant_table('patrol_route_stop');

create table patrol_tour_stop (
  tenant_id int not null references tenant,
  tour_id uuid not null,
  place int not null check (place >= 1),
  lot_id uuid not null,
  visited_at timestamptz,
  primary key (tenant_id, tour_id, place),
  foreign key (tenant_id, tour_id) references patrol_tour (tenant_id, id) on delete cascade,
  foreign key (tenant_id, lot_id) references lot (tenant_id, id)
);
create index patrol_tour_stop_lot on patrol_tour_stop (tenant_id, lot_id);
select tenant_table('patrol_tour_stop');

-- Where a car was, thinned: one point a second at most, by the clock of the car.
create table patrol_position (
  tenant_id int not null references tenant,
  id uuid not null,
  car_id uuid not null,
  tour_id uuid,
  device_at timestamptz not null,
  at timestamptz not null,
  longitude double precision not null check (longitude between -180 and 180),
  latitude double precision not null check (latitude between -90 and 90),
  speed_kmh int,
  primary key (tenant_id, id),
  unique (tenant_id, car_id, device_at),
  foreign key (tenant_id, car_id) references patrol_car (tenant_id, id) on delete cascade,
  foreign key (tenant_id, tour_id) references patrol_tour (tenant_id, id) on delete set null (tour_id)
);
create index patrol_position_tour on patrol_position (tenant_id, tour_id, at);
create index patrol_position_free on patrol_position (tenant_id, car_id, at) where tour_id is null;
select tenant_table('patrol_position');

-- A plate that a car has read, once by the id the car gave it.
create table patrol_sighting (
  tenant_id int not null references tenant,
  id uuid not null,
  car_id uuid not null,
  tour_id uuid,
  event_key text not null,
  at timestamptz not null,
  received_at timestamptz not null,
  plate text not null,
  plate_color int not null,
  confidence int not null check (confidence between 0 and 100),
  longitude double precision check (longitude between -180 and 180),
  latitude double precision check (latitude between -90 and 90),
  lot_id uuid,
  spot_number text,
  order_id uuid,
  picture text,
  -- What was found; empty for what is fine.
  kinds text[] not null default '{}',
  outcome text not null check (outcome in ('fine', 'found', 'opened', 'unclear')),
  primary key (tenant_id, id),
  unique (tenant_id, car_id, event_key),
  foreign key (tenant_id, car_id) references patrol_car (tenant_id, id) on delete cascade,
  foreign key (tenant_id, tour_id) references patrol_tour (tenant_id, id) on delete set null (tour_id),
  foreign key (tenant_id, lot_id) references lot (tenant_id, id)
);
create index patrol_sighting_at on patrol_sighting (tenant_id, at desc, id desc);
create index patrol_sighting_lot on patrol_sighting (tenant_id, lot_id, at desc, id desc);
create index patrol_sighting_plate on patrol_sighting (tenant_id, plate, at desc);
create index patrol_sighting_tour on patrol_sighting (tenant_id, tour_id, at);
create index patrol_sighting_free on patrol_sighting (tenant_id, car_id, at) where tour_id is null;
select tenant_table('patrol_sighting');
select searched_by_plate('patrol_sighting');

-- What is wrong with a car that was seen, until somebody has dealt with it. Seen again while it is open, it counts.
create table patrol_finding (
  tenant_id int not null references tenant,
  id uuid not null,
  sighting_id uuid,
  car_id uuid not null,
  tour_id uuid,
  lot_id uuid,
  kind text not null check (kind in ('arrears', 'black', 'overstay', 'wrong-spot', 'no-order')),
  plate text not null,
  plate_color int not null,
  spot_number text,
  order_id uuid,
  owed_fen bigint not null default 0,
  detail_zh text not null,
  detail_en text not null,
  longitude double precision,
  latitude double precision,
  found_at timestamptz not null,
  last_seen_at timestamptz not null,
  seen_count int not null default 1,
  state text not null default 'open' check (state in ('open', 'confirmed', 'dismissed')),
  act text check (act in ('note', 'remind', 'alarm', 'inspect', 'open-order')),
  handled_by_id uuid,
  handled_by_name text,
  handled_at timestamptz,
  note text,
  primary key (tenant_id, id),
  foreign key (tenant_id, sighting_id) references patrol_sighting (tenant_id, id) on delete set null (sighting_id),
  foreign key (tenant_id, car_id) references patrol_car (tenant_id, id),
  foreign key (tenant_id, tour_id) references patrol_tour (tenant_id, id) on delete set null (tour_id),
  foreign key (tenant_id, lot_id) references lot (tenant_id, id),
  foreign key (tenant_id, handled_by_id) references account (tenant_id, id),
  check ((state = 'open') = (handled_at is null))
);
create unique index patrol_finding_open on patrol_finding (tenant_id, plate, kind, lot_id) nulls not distinct where state = 'open';
create index patrol_finding_found on patrol_finding (tenant_id, found_at desc, id desc);
create index patrol_finding_plate on patrol_finding (tenant_id, plate, found_at desc);
create index patrol_finding_lot on patrol_finding (tenant_id, lot_id, found_at desc);
create index patrol_finding_sighting on patrol_finding (tenant_id, sighting_id);
create index patrol_finding_car on patrol_finding (tenant_id, car_id);
create index patrol_finding_tour on patrol_finding (tenant_id, tour_id);
create index patrol_finding_handler on patrol_finding (tenant_id, handled_by_id);
select tenant_table('patrol_finding');
select searched_by_plate('patrol_finding');
