-- Network servers of LoRaWAN that pass on what detectors send, and where in it the values are.
create table lora_network (
  tenant_id int not null references tenant,
  id uuid not null,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  name text not null,
  state_path text not null,
  taken_values text not null,
  state_mask int check (state_mask between 1 and 255),
  state_port int check (state_port between 1 and 255),
  battery_path text,
  battery_empty double precision not null default 0,
  battery_full double precision not null default 100,
  is_active boolean not null default true,
  remark text,
  -- SHA-256 of the token in its address; null until one was made.
  token_hash text,
  last_heard_at timestamptz,
  -- One of its latest messages, cut off where it is long, and how it came.
  last_message text,
  primary key (tenant_id, id),
  unique (tenant_id, name),
  unique (tenant_id, token_hash)
);
select tenant_table('lora_network');

alter table magnetic_message
  drop constraint magnetic_message_route_check,
  add constraint magnetic_message_route_check check (route in ('signed', 'token', 'mqtt', 'lora')),
  -- The counter of a LoRaWAN device begins anew with each session.
  add session text;
