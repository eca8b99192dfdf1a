-- Money that a provider reports under a number nobody here knows, or with another amount: kept until people have found out.
create table unknown_payment (
  tenant_id int not null references tenant,
  id uuid not null,
  created_at timestamptz not null,
  channel text not null,
  payment_no text not null,
  trade_no text not null,
  -- Below zero for a refund.
  amount_fen bigint not null,
  reason text not null check (reason in ('no-payment', 'other-amount')),
  -- Of the payment it names, where there is one.
  expected_fen bigint,
  lot_id uuid,
  last_at timestamptz not null,
  times int not null default 1,
  primary key (tenant_id, id),
  unique (tenant_id, channel, payment_no, amount_fen)
);
create index unknown_payment_created on unknown_payment (tenant_id, created_at, id);
select tenant_table('unknown_payment');
