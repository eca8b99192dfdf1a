-- What a customer is told in the app.
create table customer_message (
  tenant_id int not null references tenant,
  id uuid not null,
  customer_id uuid not null,
  at timestamptz not null,
  kind text not null check (kind in ('car-certified', 'car-rejected', 'car-moved', 'car-revoked', 'stay-left')),
  plate text not null,
  lot_id uuid,
  amount_fen bigint,
  note text,
  path text,
  read_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, customer_id) references customer (tenant_id, id),
  foreign key (tenant_id, lot_id) references lot (tenant_id, id)
);
create index customer_message_customer on customer_message (tenant_id, customer_id, at desc);
create index customer_message_lot on customer_message (tenant_id, lot_id) where lot_id is not null;
create index customer_message_at on customer_message (tenant_id, at);
select tenant_table('customer_message');
