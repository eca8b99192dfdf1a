-- Hand-held terminals of collectors. A terminal is known by its secret, and works for the collector who has claimed it.
create table pos_device (
  tenant_id int not null references tenant,
  id uuid not null,
  device_no text not null,
  lot_id uuid not null,
  model text,
  -- 0 unclaimed, 1 claimed, 2 damaged, 3 lost.
  status smallint not null default 0 check (status between 0 and 3),
  collector_id uuid,
  status_at timestamptz not null,
  status_by text not null,
  created_at timestamptz not null,
  last_seen_at timestamptz,
  queue_length int not null default 0 check (queue_length >= 0),
  secret_hash text,
  remark text,
  primary key (tenant_id, id),
  unique (tenant_id, device_no),
  foreign key (tenant_id, lot_id) references lot (tenant_id, id),
  foreign key (tenant_id, collector_id) references account (tenant_id, id),
  check ((status = 1) = (collector_id is not null))
);
create index pos_device_lot on pos_device (tenant_id, lot_id);
create index pos_device_collector on pos_device (tenant_id, collector_id);
create unique index pos_device_secret on pos_device (tenant_id, secret_hash);
select tenant_table('pos_device');

-- What happened to a terminal, by whom, and whose it was.
create table pos_event (
  tenant_id int not null references tenant,
  id uuid not null,
  device_id uuid not null,
  lot_id uuid not null,
  at timestamptz not null,
  kind text not null check (kind in ('added', 'paired', 'claimed', 'returned', 'damaged', 'lost', 'restored')),
  person_id uuid,
  person_name text not null,
  collector_id uuid,
  note text,
  primary key (tenant_id, id),
  foreign key (tenant_id, device_id) references pos_device (tenant_id, id),
  foreign key (tenant_id, lot_id) references lot (tenant_id, id),
  foreign key (tenant_id, collector_id) references account (tenant_id, id)
);
create index pos_event_device on pos_event (tenant_id, device_id, at);
create index pos_event_lot on pos_event (tenant_id, lot_id);
create index pos_event_collector on pos_event (tenant_id, collector_id);
select tenant_table('pos_event');
select append_only('pos_event');

-- What was done with a terminal, each once by the number the terminal gave it. `happened_at` is when it was done, `received_at` when
-- it was reported. A refused one is for a person to look at, above all where cash was taken.
create table pos_act (
  tenant_id int not null references tenant,
  id uuid not null,
  device_id uuid not null,
  client_id text not null,
  lot_id uuid not null,
  account_id uuid not null,
  account_name text not null,
  kind text not null check (kind in ('enter', 'leave', 'cash', 'arrears')),
  happened_at timestamptz not null,
  received_at timestamptz not null,
  state text not null check (state in ('done', 'refused', 'handled')),
  order_id uuid,
  plate text,
  cash_fen bigint not null default 0 check (cash_fen >= 0),
  due_fen bigint,
  reason_zh text,
  reason_en text,
  handled_at timestamptz,
  handled_by text,
  note text,
  primary key (tenant_id, id),
  unique (tenant_id, device_id, client_id),
  foreign key (tenant_id, device_id) references pos_device (tenant_id, id),
  foreign key (tenant_id, lot_id) references lot (tenant_id, id),
  foreign key (tenant_id, account_id) references account (tenant_id, id),
  check ((state = 'handled') = (handled_at is not null))
);
create index pos_act_received on pos_act (tenant_id, received_at, id);
create index pos_act_lot on pos_act (tenant_id, lot_id, received_at);
create index pos_act_account on pos_act (tenant_id, account_id, received_at);
create index pos_act_plate on pos_act (tenant_id, plate, received_at);
create index pos_act_order on pos_act (tenant_id, order_id);
select tenant_table('pos_act');

-- Lists of it are filtered by any part of a plate.
select searched_by_plate('pos_act');
