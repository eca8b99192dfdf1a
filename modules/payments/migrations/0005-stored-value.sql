-- Money that customers paid in advance: every movement of a card or a wallet, with the balance after it. Nobody rewrites it.
create table stored_entry (
  tenant_id int not null references tenant,
  id uuid not null,
  store_kind text not null check (store_kind in ('card', 'wallet')),
  -- The card or the wallet.
  store_id uuid not null,
  -- The entries of one count from 1.
  number int not null,
  lot_id uuid not null,
  at timestamptz not null,
  kind text not null check (kind in ('recharge', 'top-up', 'gift', 'payment', 'payment-back', 'gift-ended', 'gift-forfeited', 'refund',
    'refund-failed', 'adjusted-up', 'adjusted-down', 'moved-in', 'moved-out')),
  amount_fen bigint not null check (amount_fen <> 0 and (amount_fen > 0)
    = (kind in ('recharge', 'top-up', 'gift', 'payment-back', 'refund-failed', 'adjusted-up', 'moved-in'))),
  balance_fen bigint not null check (balance_fen >= 0),
  payment_id uuid,
  refund_id uuid,
  note text,
  actor_id uuid,
  actor_name text not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, lot_id) references lot (tenant_id, id),
  foreign key (tenant_id, payment_id) references payment (tenant_id, id),
  foreign key (tenant_id, refund_id) references refund (tenant_id, id),
  check ((kind in ('recharge', 'top-up', 'payment', 'payment-back')) = (payment_id is not null)),
  check ((kind in ('payment-back', 'refund', 'refund-failed')) = (refund_id is not null))
);
create unique index stored_entry_store on stored_entry (tenant_id, store_kind, store_id, number);
create index stored_entry_lot on stored_entry (tenant_id, lot_id, at);
create index stored_entry_at on stored_entry (tenant_id, store_kind, at, id);
create index stored_entry_payment on stored_entry (tenant_id, payment_id) where payment_id is not null;
create unique index stored_entry_once on stored_entry (tenant_id, payment_id) where kind in ('recharge', 'top-up', 'payment');
create unique index stored_entry_refund on stored_entry (tenant_id, refund_id, kind) where refund_id is not null;
select tenant_table('stored_entry');
select append_only('stored_entry');
create view stored_entry_fact with (security_invoker = true) as
  select tenant_id, id, store_kind, store_id, number, lot_id, at, kind, amount_fen, balance_fen, payment_id, refund_id, note, actor_id,
    actor_name
  from stored_entry;
grant select on stored_entry_fact to boyun_app, boyun_system;

-- Takes over the movements that cards or wallets have in a table of their own; money that came back names its payment too.
create function take_stored_entries(of_kind text, old_table name, old_key name) returns void language plpgsql as $$
begin
  execute format('insert into stored_entry (tenant_id, id, store_kind, store_id, number, lot_id, at, kind, amount_fen, balance_fen,
      payment_id, refund_id, note, actor_id, actor_name)
    select e.tenant_id, e.id, %L, e.%I, e.number, e.lot_id, e.at, e.kind, e.amount_fen, e.balance_fen,
      case e.kind when ''payment-back'' then r.payment_id else e.payment_id end, e.refund_id, e.note, e.actor_id, e.actor_name
    from %I e left join refund_fact r on r.tenant_id = e.tenant_id and r.id = e.refund_id', of_kind, old_key, old_table);
end $$;
select take_stored_entries('card', 'card_entry', 'card_id');
drop view card_entry_fact;
drop table card_entry;
