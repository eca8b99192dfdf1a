-- Accounts of sub-merchants.
alter table account drop constraint account_job_kind_check;
alter table account add constraint account_job_kind_check check (job_kind in ('admin', 'operator', 'finance', 'cloud-attendant',
  'booth-attendant', 'collector', 'customer-service', 'inspector', 'merchant', 'unit', 'sub-merchant'));
create or replace view account_fact with (security_invoker = true) as
  select tenant_id, id, account, name, mobile, state, is_support, job_kind, last_sign_in_at from account;
