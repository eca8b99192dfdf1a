-- A trial tenant simulates payments: the sandbox takes the place of a payment provider and no money moves. Only the
-- platform's administrators change it. Existing tenants collect real money, so none of them becomes a trial.
alter table tenant add column is_trial boolean not null default false;
