-- How many cars may book each hour of a lot, within hours of the day.
create table appointment_quota (
  tenant_id int not null references tenant,
  id uuid not null,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  lot_id uuid not null,
  from_hour int not null check (from_hour between 0 and 23),
  to_hour int not null check (to_hour between 1 and 24),
  quota int not null check (quota > 0),
  early_minutes int not null check (early_minutes >= 0),
  late_minutes int not null check (late_minutes >= 0),
  cancel_minutes int not null check (cancel_minutes >= 0),
  days_ahead int not null check (days_ahead > 0),
  has_confirmation boolean not null,
  primary key (tenant_id, id),
  check (from_hour < to_hour),
  foreign key (tenant_id, lot_id) references lot (tenant_id, id)
);
create index appointment_quota_lot on appointment_quota (tenant_id, lot_id);
select tenant_table('appointment_quota');

-- Places taken of an hour: one row each, so that two bookings at once stand in line here.
create table appointment_slot (
  tenant_id int not null references tenant,
  lot_id uuid not null,
  starts_at timestamptz not null,
  booked int not null check (booked >= 0),
  primary key (tenant_id, lot_id, starts_at),
  foreign key (tenant_id, lot_id) references lot (tenant_id, id)
);
select tenant_table('appointment_slot');
create view appointment_slot_fact with (security_invoker = true) as
  select tenant_id, lot_id, starts_at, booked from appointment_slot;
grant select on appointment_slot_fact to boyun_app, boyun_system;

create table appointment (
  tenant_id int not null references tenant,
  id uuid not null,
  version int not null default 1,
  appointment_no text not null,
  -- By which its driver opens and cancels it.
  code text not null,
  lot_id uuid not null,
  plate text not null,
  driver_name text,
  driver_phone text,
  starts_at timestamptz not null,
  -- The car is let in by its appointment between these moments.
  admit_from timestamptz not null,
  admit_until timestamptz not null,
  cancel_until timestamptz not null,
  state text not null check (state in ('booked', 'confirmed', 'arrived', 'completed', 'cancelled', 'no-show')),
  order_id uuid,
  cancel_reason text,
  arrived_at timestamptz,
  remark text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, appointment_no),
  unique (tenant_id, code),
  foreign key (tenant_id, lot_id) references lot (tenant_id, id)
);
-- The same car is booked once for an hour, however often the button is pressed.
create unique index appointment_once on appointment (tenant_id, lot_id, plate, starts_at) where state in ('booked', 'confirmed', 'arrived');
create index appointment_plate on appointment (tenant_id, plate, admit_until);
create index appointment_lot on appointment (tenant_id, lot_id, starts_at, id);
create index appointment_starts on appointment (tenant_id, starts_at, id);
create index appointment_order on appointment (tenant_id, order_id) where order_id is not null;
create index appointment_open on appointment (admit_until) where state in ('booked', 'confirmed');
select tenant_table('appointment');
create view appointment_fact with (security_invoker = true) as
  select tenant_id, code, lot_id, plate, starts_at, state, order_id from appointment;
grant select on appointment_fact to boyun_app, boyun_system;

-- Where drivers of a lot book for themselves.
create table booking_page (
  tenant_id int not null references tenant,
  id uuid not null,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  lot_id uuid not null,
  is_open boolean not null,
  notice text,
  code text not null,
  primary key (tenant_id, id),
  unique (tenant_id, lot_id),
  unique (tenant_id, code),
  foreign key (tenant_id, lot_id) references lot (tenant_id, id)
);
select tenant_table('booking_page');
create view booking_page_fact with (security_invoker = true) as
  select tenant_id, lot_id, code from booking_page;
grant select on booking_page_fact to boyun_app, boyun_system;
