-- When a passing happened by a device's clock that runs ahead; null where `happened_at` says the same.
alter table passing add column said_at timestamptz;

-- What a camera read in a day of its lot: summed from its passings once an hour for the present day and the one before.
create table camera_day (
  tenant_id int not null references tenant,
  camera_id uuid not null,
  lot_id uuid not null,
  day date not null,
  car_count int not null,
  -- With a plate that nobody and no order corrected.
  read_count int not null,
  low_count int not null,
  confidence_sum int not null,
  picture_count int not null,
  -- The median by which its clock was ahead; null where all its records came late.
  ahead_seconds int,
  primary key (tenant_id, camera_id, day),
  foreign key (tenant_id, camera_id) references camera (tenant_id, id) on delete cascade,
  foreign key (tenant_id, lot_id) references lot (tenant_id, id)
);
create index camera_day_lot on camera_day (tenant_id, lot_id, day);
create index camera_day_day on camera_day (tenant_id, day, camera_id);
select tenant_table('camera_day');

-- What is suspected of a camera.
create table camera_suspicion (
  tenant_id int not null references tenant,
  camera_id uuid not null,
  is_lens_suspect boolean not null,
  is_clock_wrong boolean not null,
  primary key (tenant_id, camera_id),
  foreign key (tenant_id, camera_id) references camera (tenant_id, id) on delete cascade
);
select tenant_table('camera_suspicion');
