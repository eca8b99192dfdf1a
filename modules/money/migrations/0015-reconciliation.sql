-- Differences that bills of the sandbox have on purpose: `missing` leaves a trade out, `day` has it in the bill of the next day, `state` lists one
-- that failed.
create table sandbox_plant (
  tenant_id int not null references tenant,
  trade_id uuid not null,
  kind text not null check (kind in ('missing', 'amount', 'state', 'fee', 'day')),
  primary key (tenant_id, trade_id),
  foreign key (tenant_id, trade_id) references sandbox_trade (tenant_id, id)
);
select tenant_table('sandbox_plant');

-- Payments and refunds (below zero) as channels know them: by the merchant that took them. What a refund costs, only the bill says.
create view channel_money_fact with (security_invoker = true) as
  select p.tenant_id, p.id, p.payment_no as number, false as is_refund, p.channel, p.pay_channel_id, p.lot_id, p.bill_id, p.state,
    p.amount_fen, p.channel_fee_fen as fee_fen, p.trade_no, p.created_at, p.paid_at
  from payment p
  union all
  select r.tenant_id, r.id, r.refund_no, true, r.channel, p.pay_channel_id, r.lot_id, r.bill_id, r.state,
    -r.amount_fen, null, r.trade_no, r.created_at, r.paid_at
  from refund r left join payment p on p.tenant_id = r.tenant_id and p.id = r.payment_id;
create view pay_channel_fact with (security_invoker = true) as
  select tenant_id, id, channel, lot_id, is_enabled, merchant_no, sub_merchant_no, created_at from pay_channel;
grant select on channel_money_fact, pay_channel_fact to boyun_app, boyun_system;

-- `channel-difference`: what a reconciliation wrote off between our records and a channel.
alter table ledger_entry drop constraint ledger_entry_account_check;
alter table ledger_entry add constraint ledger_entry_account_check check (
  account in ('receivable', 'revenue', 'promotion', 'clearing', 'cash', 'card', 'owed', 'merchant', 'wallet', 'safe', 'float', 'bank',
    'cash-difference', 'revenue-share', 'payable', 'channel-fee', 'channel-difference'));
