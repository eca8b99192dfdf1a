-- `merchant`: what a merchant owes (a debit), or has paid in advance (a credit). `wallet`: money in the wallets of customers, a credit.
alter table ledger_entry drop constraint ledger_entry_account_check;
alter table ledger_entry add constraint ledger_entry_account_check check (
  account in ('receivable', 'revenue', 'promotion', 'clearing', 'cash', 'card', 'owed', 'merchant', 'wallet'));
