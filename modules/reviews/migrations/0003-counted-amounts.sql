-- Amounts manually waived on, or refunded for, an order, a pack or a card: one row per operation that took effect.
-- Thresholds of approval flows are compared with the sum, so that an amount cannot be split to stay below them. A
-- negative row reverses an operation that failed later.
create table counted_amount (
  tenant_id int not null references tenant,
  id uuid not null,
  subject_id uuid not null,
  kind text not null,
  amount_fen bigint not null check (amount_fen <> 0),
  at timestamptz not null,
  primary key (tenant_id, id)
);
create index counted_amount_subject on counted_amount (tenant_id, subject_id);
select tenant_table('counted_amount');
select append_only('counted_amount');

-- The amount a request adds to that sum once approved; it already counts while pending.
alter table review add column counted_fen bigint not null default 0 check (counted_fen >= 0);
update review set counted_fen = amount_fen
  where state = 'pending' and amount_fen > 0
    and (kind in ('order.waive', 'order.refund', 'order.times', 'order.plate')
      or kind = 'order.close' and payload->>'isFree' = 'true');
