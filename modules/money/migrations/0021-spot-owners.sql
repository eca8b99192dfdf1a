-- `share-held`: paid for shared spots and not yet earned; `owner-payable`: what owners of shared spots are owed; `owner-share`: their part of
-- what overstays brought.
alter table ledger_entry drop constraint ledger_entry_account_check;
alter table ledger_entry add constraint ledger_entry_account_check check (
  account in ('receivable', 'revenue', 'promotion', 'clearing', 'cash', 'card', 'owed', 'merchant', 'wallet', 'safe', 'float', 'bank',
    'cash-difference', 'revenue-share', 'payable', 'channel-fee', 'channel-difference', 'share-held', 'owner-payable', 'owner-share'));
