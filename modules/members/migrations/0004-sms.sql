-- When a customer agreed to advertising by SMS, under which version of the privacy text, and the code of the page that takes it back.
alter table customer
  add column sms_agreed_at timestamptz,
  add column sms_agreed_version int,
  add column stop_code text,
  add check ((sms_agreed_at is null) = (sms_agreed_version is null)),
  add check (sms_agreed_at is null or stop_code is not null);
create unique index customer_stop_code on customer (tenant_id, stop_code) where stop_code is not null;

-- An SMS to many customers.
create table sms_campaign (
  tenant_id int not null references tenant,
  id uuid not null,
  created_at timestamptz not null,
  created_by text not null,
  created_by_id uuid,
  title text not null,
  -- The text of the module of notifications, whose tables are made later.
  template_id uuid not null,
  -- The approved text, as it is sent.
  content text not null,
  provider_code text not null,
  is_advertising boolean not null,
  audience_zh text not null,
  audience_en text not null,
  state text not null check (state in ('pending', 'sending', 'done', 'stopped', 'rejected')),
  total_count int not null check (total_count > 0),
  started_at timestamptz,
  -- The end of the quiet hours it waits for.
  next_at timestamptz,
  ended_at timestamptz,
  note text,
  primary key (tenant_id, id)
);
create index sms_campaign_created on sms_campaign (tenant_id, created_at, id);
select tenant_table('sms_campaign');

-- Whom it goes to; the number is read when it is sent.
create table sms_receiver (
  tenant_id int not null references tenant,
  id uuid not null,
  campaign_id uuid not null,
  customer_id uuid not null,
  masked_mobile text not null,
  state text not null default 'waiting' check (state in ('waiting', 'queued', 'withdrawn', 'gone')),
  send_id uuid,
  at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, campaign_id, customer_id),
  foreign key (tenant_id, campaign_id) references sms_campaign (tenant_id, id),
  foreign key (tenant_id, customer_id) references customer (tenant_id, id),
  check ((state = 'queued') = (send_id is not null))
);
create index sms_receiver_waiting on sms_receiver (tenant_id, campaign_id, id) where state = 'waiting';
create index sms_receiver_customer on sms_receiver (tenant_id, customer_id);
select tenant_table('sms_receiver');
