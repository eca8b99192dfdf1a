-- What is bought: a pack, a top-up of a card, a wallet or a merchant's credit. It takes effect when its money has arrived; its bill owes
-- nothing until then.
create table purchase (
  tenant_id int not null references tenant,
  id uuid not null,
  -- The bill it is paid by.
  kind text not null,
  subject_id uuid not null,
  number int not null,
  lot_id uuid not null,
  amount_fen bigint not null check (amount_fen > 0),
  state text not null check (state in ('open', 'paid', 'closed')),
  -- Leads the payer to the page it is paid on; none where the money was handed over.
  code text,
  -- The end of its price: who has not paid until then buys nothing.
  valid_until timestamptz not null,
  -- What the payer reads: `{title, lines}` in both languages.
  words jsonb not null,
  -- What the module of the kind needs when the money has arrived.
  payload jsonb not null,
  actor_id uuid,
  actor_name text not null,
  created_at timestamptz not null,
  ended_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, kind, subject_id, number),
  foreign key (tenant_id, kind, subject_id, number) references bill (tenant_id, kind, subject_id, number),
  foreign key (tenant_id, lot_id) references lot (tenant_id, id),
  check ((state = 'open') = (ended_at is null))
);
create unique index purchase_code on purchase (tenant_id, code) where code is not null;
create index purchase_open on purchase (valid_until) where state = 'open';
create index purchase_lot on purchase (tenant_id, lot_id);
select tenant_table('purchase');
