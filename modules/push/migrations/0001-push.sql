-- Rules: which event notifies whom, and through which channels.
create table push_rule (
  tenant_id int not null references tenant,
  id uuid not null,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  name text not null,
  event text not null,
  severity text,
  channels text[] not null,
  -- Neither roles nor accounts: everyone who sees the lot.
  roles text[] not null default '{}',
  accounts text[] not null default '{}',
  mobiles text[] not null default '{}',
  mails text[] not null default '{}',
  -- Also sends an SMS to the driver concerned, where the event has a mobile number.
  is_to_owner boolean not null default false,
  quiet_from text,
  quiet_to text,
  -- Time zone of the quiet hours.
  zone text not null,
  is_active boolean not null,
  primary key (tenant_id, id)
);
create index push_rule_active on push_rule (tenant_id, event) where is_active;
select tenant_table('push_rule');

-- A tenant's own texts, which replace the product's.
create table push_template (
  tenant_id int not null references tenant,
  event text not null,
  updated_at timestamptz not null,
  title_zh text not null,
  title_en text not null,
  body_zh text not null,
  body_en text not null,
  sms_code text,
  primary key (tenant_id, event)
);
select tenant_table('push_template');

-- Every SMS and mail with its outcome.
create table push_send (
  tenant_id int not null references tenant,
  id uuid not null,
  at timestamptz not null,
  lot_id uuid,
  channel text not null check (channel in ('sms', 'mail')),
  event text not null,
  recipient text not null,
  title text not null,
  body text not null,
  sms_code text,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed', 'kept')),
  provider text,
  provider_id text,
  answer text,
  attempt_count int not null default 0,
  next_at timestamptz,
  sent_at timestamptz,
  primary key (tenant_id, id)
);
create index push_send_channel on push_send (tenant_id, channel, id);
create index push_send_recipient on push_send (tenant_id, recipient, id);
create index push_send_state on push_send (tenant_id, state, id);
select tenant_table('push_send');
