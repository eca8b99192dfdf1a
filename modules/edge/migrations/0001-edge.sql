-- What a box knows, as rows with a number that grows with each change: a box reads the rows above the number it has. `life` changes
-- when a box must begin anew; rows that are gone are kept as marks for some days, and `kept_from` is the number up to which they no longer are.
create table box_feed (
  tenant_id int not null references tenant,
  box_id uuid not null,
  life uuid not null,
  version bigint not null default 0,
  kept_from bigint not null default 0,
  -- Of the box's secret: sealed parts must be read again after it was changed.
  secret_mark text not null,
  stays_at timestamptz,
  rest_at timestamptz,
  -- How far the box has read.
  read_version bigint,
  read_at timestamptz,
  primary key (tenant_id, box_id),
  foreign key (tenant_id, box_id) references box (tenant_id, id) on delete cascade
);
select tenant_table('box_feed');
create table box_row (
  tenant_id int not null references tenant,
  box_id uuid not null,
  section text not null,
  key text not null,
  version bigint not null,
  -- Null where the row is gone.
  digest text,
  value jsonb,
  gone_at timestamptz,
  primary key (tenant_id, box_id, section, key),
  foreign key (tenant_id, box_id) references box (tenant_id, id) on delete cascade
);
create unique index box_row_version on box_row (tenant_id, box_id, version);
create index box_row_gone on box_row (gone_at) where gone_at is not null;
select tenant_table('box_row');

-- What boxes did without the cloud and handed over: each item once, with what became of it.
create table box_item (
  tenant_id int not null references tenant,
  id uuid not null,
  box_id uuid not null,
  box_name text not null,
  lot_id uuid not null,
  -- Chosen by the box, unique for it.
  item_id text not null,
  seq bigint not null,
  kind text not null check (kind in ('passing', 'cash', 'barrier')),
  happened_at timestamptz not null,
  -- What the box's clock was off by then: added to what it showed.
  offset_ms bigint not null,
  received_at timestamptz not null,
  state text not null check (state in ('done', 'repeated', 'refused', 'settled')),
  lane_id uuid,
  lane_name text,
  plate text,
  account_id uuid,
  account_name text,
  amount_fen bigint,
  -- What the cloud computed for that moment, and what the box took more (or less) than that.
  due_fen bigint,
  difference_fen bigint,
  order_id uuid,
  passing_id uuid,
  payment_no text,
  picture text,
  reason_zh text,
  reason_en text,
  content jsonb not null,
  settled_at timestamptz,
  settled_by text,
  note text,
  primary key (tenant_id, id),
  unique (tenant_id, box_id, item_id),
  foreign key (tenant_id, lot_id) references lot (tenant_id, id)
);
create index box_item_received on box_item (tenant_id, received_at desc, id desc);
create index box_item_happened on box_item (tenant_id, happened_at desc, id desc);
create index box_item_box on box_item (tenant_id, box_id, received_at desc);
create index box_item_lot on box_item (tenant_id, lot_id, received_at desc);
create index box_item_order on box_item (tenant_id, order_id) where order_id is not null;
create index box_item_refused on box_item (tenant_id, lot_id, received_at desc) where state = 'refused';
select tenant_table('box_item');

-- With what people sign in at a box. Only boxes of lots they work in get the hash.
create table box_pin (
  tenant_id int not null references tenant,
  account_id uuid not null,
  hash_sealed text not null,
  set_at timestamptz not null,
  primary key (tenant_id, account_id),
  foreign key (tenant_id, account_id) references account (tenant_id, id) on delete cascade
);
select tenant_table('box_pin');

-- A version that boxes are to run, where it is fetched, and the window in which they switch to it.
create table box_update (
  tenant_id int not null references tenant,
  id uuid not null,
  created_at timestamptz not null,
  made_by text not null,
  app_version text not null,
  url text not null,
  sha256 text not null,
  size_bytes bigint not null,
  manifest jsonb,
  not_before timestamptz not null,
  not_after timestamptz not null check (not_after > not_before),
  remark text,
  cancelled_at timestamptz,
  cancelled_by text,
  primary key (tenant_id, id)
);
create index box_update_created on box_update (tenant_id, created_at desc, id desc);
select tenant_table('box_update');
create table box_update_box (
  tenant_id int not null references tenant,
  id uuid not null,
  update_id uuid not null,
  box_id uuid not null,
  lot_id uuid not null,
  state text not null check (state in ('planned', 'downloading', 'waiting', 'applied', 'failed', 'missed', 'cancelled')),
  detail text,
  reported_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, update_id, box_id),
  foreign key (tenant_id, update_id) references box_update (tenant_id, id) on delete cascade,
  foreign key (tenant_id, box_id) references box (tenant_id, id) on delete cascade
);
create index box_update_box_open on box_update_box (tenant_id, box_id) where state in ('planned', 'downloading', 'waiting');
select tenant_table('box_update_box');
