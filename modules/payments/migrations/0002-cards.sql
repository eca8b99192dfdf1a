-- What was put on a card, paid from it, moved to the card in its place, given back. Nobody rewrites it.
create table card_entry (
  tenant_id int not null references tenant,
  id uuid not null,
  card_id uuid not null,
  -- The entries of a card count from 1.
  number int not null,
  lot_id uuid not null,
  at timestamptz not null,
  kind text not null check (kind in ('recharge', 'payment', 'payment-back', 'moved-in', 'moved-out', 'refund')),
  amount_fen bigint not null check (amount_fen <> 0 and (amount_fen > 0) = (kind in ('recharge', 'payment-back', 'moved-in'))),
  balance_fen bigint not null check (balance_fen >= 0),
  payment_id uuid,
  refund_id uuid,
  note text,
  actor_id uuid,
  actor_name text not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, card_id) references card (tenant_id, id),
  foreign key (tenant_id, lot_id) references lot (tenant_id, id),
  foreign key (tenant_id, payment_id) references payment (tenant_id, id),
  foreign key (tenant_id, refund_id) references refund (tenant_id, id),
  check ((kind in ('recharge', 'payment')) = (payment_id is not null)),
  check ((kind in ('payment-back', 'refund')) = (refund_id is not null))
);
create unique index card_entry_card on card_entry (tenant_id, card_id, number);
create index card_entry_lot on card_entry (tenant_id, lot_id, at);
create index card_entry_at on card_entry (tenant_id, at, id);
create unique index card_entry_payment on card_entry (tenant_id, payment_id) where payment_id is not null;
create unique index card_entry_refund on card_entry (tenant_id, refund_id) where refund_id is not null;
select tenant_table('card_entry');
select append_only('card_entry');
create view card_entry_fact with (security_invoker = true) as
  select tenant_id, id, card_id, number, kind, amount_fen, balance_fen, refund_id from card_entry;
grant select on card_entry_fact to boyun_app, boyun_system;

-- Each time a card was held to a reader at a lane, or its number was typed where cash is taken; refusals too.
create table card_use (
  tenant_id int not null references tenant,
  id uuid not null,
  at timestamptz not null,
  -- None where nobody knows the chip.
  card_id uuid,
  chip_uid text not null,
  lot_id uuid not null,
  lane_id uuid,
  passing_id uuid,
  order_id uuid,
  plate text not null,
  direction text check (direction in ('entry', 'exit')),
  result text not null check (result in ('entered', 'paid', 'free', 'short', 'held', 'refused')),
  reason text,
  amount_fen bigint not null default 0 check (amount_fen >= 0),
  balance_fen bigint,
  actor_name text,
  primary key (tenant_id, id),
  foreign key (tenant_id, card_id) references card (tenant_id, id),
  foreign key (tenant_id, lot_id) references lot (tenant_id, id),
  foreign key (tenant_id, lane_id) references lane (tenant_id, id),
  check ((result = 'refused') = (reason is not null))
);
create index card_use_card on card_use (tenant_id, card_id, id);
create index card_use_lot on card_use (tenant_id, lot_id, at);
create index card_use_lane on card_use (tenant_id, lane_id, at);
create index card_use_at on card_use (tenant_id, at, id);
create index card_use_order on card_use (tenant_id, order_id) where order_id is not null;
select tenant_table('card_use');
select append_only('card_use');
create view card_use_fact with (security_invoker = true) as
  select tenant_id, id, at, card_id, lane_id, passing_id, direction, result from card_use;
grant select on card_use_fact to boyun_app, boyun_system;
select prunable('card_use', 180);
