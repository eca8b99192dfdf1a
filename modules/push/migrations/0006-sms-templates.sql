-- Texts that the provider of SMS approves before they are sent.
create table sms_template (
  tenant_id int not null references tenant,
  id uuid not null,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  name text not null,
  purpose text not null check (purpose in ('notice', 'advertising')),
  content text not null check (char_length(content) between 5 and 400),
  state text not null default 'draft' check (state in ('draft', 'submitted', 'approved', 'refused')),
  provider text,
  -- Its number at the provider, once it was submitted.
  provider_code text,
  -- Why the provider refused it.
  reason text,
  submitted_at timestamptz,
  decided_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, name)
);
create index sms_template_submitted on sms_template (tenant_id, submitted_at) where state = 'submitted';
select tenant_table('sms_template');

-- An SMS made of an approved text: the values of its places, in their order (which jsonb would lose).
alter table push_send add column sms_values json;
-- Advertising goes only to those who agreed to it, looked up when it is sent.
alter table push_send add column is_advertising boolean not null default false;
create or replace view push_send_fact with (security_invoker = true) as
  select tenant_id, id, state, answer, sent_at, at, provider from push_send;
