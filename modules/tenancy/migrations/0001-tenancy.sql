-- What a tenant owes the platform for a month, at the terms in force when the bill was created.
create table tenant_bill (
  tenant_id int not null references tenant,
  id uuid not null,
  created_at timestamptz not null,
  month text not null check (month ~ '^\d{4}-\d{2}$'),
  lot_count int not null,
  monthly_fee_fen bigint not null,
  lot_fee_fen bigint not null,
  amount_fen bigint not null check (amount_fen = monthly_fee_fen + lot_count * lot_fee_fen),
  due_at timestamptz not null,
  state text not null check (state in ('open', 'paid', 'waived')),
  settled_at timestamptz,
  settled_by text,
  note text,
  primary key (tenant_id, id),
  unique (tenant_id, month),
  check ((state = 'open') = (settled_at is null))
);
select tenant_table('tenant_bill');
