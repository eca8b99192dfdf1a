-- A customer: a person known by a mobile number.
create table customer (
  tenant_id int not null references tenant,
  id uuid not null,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Empty once the account is deleted.
  mobile text,
  name text check (char_length(name) between 1 and 32),
  state text not null default 'normal' check (state in ('normal', 'frozen', 'deleted')),
  language text not null default 'zh' check (language in ('zh', 'en')),
  -- How the customer came, and the account whose link was used.
  channel text not null check (channel in ('poster', 'chat', 'sms', 'link', 'app', 'office')),
  referrer_id uuid,
  registered_at timestamptz not null,
  -- When the customer last used the app.
  seen_at timestamptz,
  remark text,
  primary key (tenant_id, id),
  foreign key (tenant_id, referrer_id) references account (tenant_id, id),
  check ((state = 'deleted') = (mobile is null))
);
create unique index customer_mobile on customer (tenant_id, mobile);
create index customer_referrer on customer (tenant_id, referrer_id, id) where referrer_id is not null;
create index customer_registered on customer (tenant_id, registered_at, id);
select tenant_table('customer');
create view customer_fact with (security_invoker = true) as
  select tenant_id, id, mobile, name, state, language, registered_at from customer;
grant select on customer_fact to boyun_app, boyun_system;

-- Who registered by a share link is a customer.
insert into customer (tenant_id, id, created_at, updated_at, mobile, name, channel, referrer_id, registered_at)
  select tenant_id, id, at, at, mobile, name, channel, account_id, at from take_registrations();

-- A car of a customer. Several may claim a plate; it is certified for one at most.
create table customer_car (
  tenant_id int not null references tenant,
  id uuid not null,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  customer_id uuid not null,
  plate text not null,
  plate_color int not null default 1 check (plate_color between 0 and 6),
  is_default boolean not null default false,
  state text not null default 'claimed' check (state in ('claimed', 'pending', 'certified', 'rejected', 'moved')),
  -- What proved it: a record of the operator with the customer's mobile, or the decision of a person.
  proof text check (proof in ('record', 'person')),
  asked_at timestamptz,
  decided_at timestamptz,
  decided_by text,
  note text,
  primary key (tenant_id, id),
  unique (tenant_id, customer_id, plate),
  foreign key (tenant_id, customer_id) references customer (tenant_id, id),
  check ((state = 'certified') = (proof is not null))
);
create unique index customer_car_certified on customer_car (tenant_id, plate) where state = 'certified';
create index customer_car_plate on customer_car (tenant_id, plate);
create index customer_car_pending on customer_car (tenant_id, asked_at) where state = 'pending';
select tenant_table('customer_car');
-- Whose car a plate is, where it is certified.
create view customer_car_fact with (security_invoker = true) as
  select tenant_id, id, customer_id, plate, plate_color, is_default from customer_car where state = 'certified';
grant select on customer_car_fact to boyun_app, boyun_system;

insert into customer_car (tenant_id, id, created_at, updated_at, customer_id, plate)
  select tenant_id, id, at, at, id, plate from take_registrations() where plate is not null;
select end_registrations();
drop function take_registrations;
drop function end_registrations;

-- The pictures that prove whose car it is.
create table customer_car_picture (
  tenant_id int not null references tenant,
  id uuid not null,
  car_id uuid not null,
  at timestamptz not null,
  key text not null,
  digest text not null,
  primary key (tenant_id, id),
  unique (tenant_id, car_id, digest),
  foreign key (tenant_id, car_id) references customer_car (tenant_id, id) on delete cascade
);
select tenant_table('customer_car_picture');

-- A code sent by SMS to prove a mobile. Kept for a day, to count how often it was asked for.
create table app_code (
  tenant_id int not null references tenant,
  id uuid not null,
  at timestamptz not null,
  mobile text not null,
  address text not null,
  code_hash text not null,
  try_count int not null default 0,
  used_at timestamptz,
  primary key (tenant_id, id)
);
create index app_code_mobile on app_code (tenant_id, mobile, at);
create index app_code_address on app_code (tenant_id, address, at);
create index app_code_at on app_code (at);
select tenant_table('app_code');

-- A phone that is signed in.
create table driver_session (
  tenant_id int not null references tenant,
  id uuid not null,
  customer_id uuid not null,
  token_hash text not null,
  opened_at timestamptz not null,
  seen_at timestamptz not null,
  ended_at timestamptz,
  address text not null,
  agent text,
  primary key (tenant_id, id),
  unique (tenant_id, token_hash),
  foreign key (tenant_id, customer_id) references customer (tenant_id, id)
);
create index driver_session_customer on driver_session (tenant_id, customer_id, id);
create index driver_session_seen on driver_session (seen_at);
select tenant_table('driver_session');
