-- Payments of a trial tenant are simulated: the sandbox replaces the payment provider and no money moves. Only the
-- platform's administrators change this flag. Existing tenants collect real money, so none of them becomes a trial.
alter table tenant add column is_trial boolean not null default false;
