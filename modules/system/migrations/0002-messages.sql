-- Uploaded files by their original name.
create table upload_file (
  tenant_id int not null references tenant,
  id uuid not null,
  at timestamptz not null,
  account_id uuid not null,
  account text not null,
  name text not null,
  key text not null,
  size int not null,
  primary key (tenant_id, id)
);
create index upload_file_name on upload_file (tenant_id, lower(name), id);
select tenant_table('upload_file');

-- Messages from the product or from colleagues, and their recipients.
create table message (
  tenant_id int not null references tenant,
  id uuid not null,
  at timestamptz not null,
  kind text not null check (kind in ('alarm', 'tariff', 'review', 'person')),
  title_zh text not null,
  title_en text not null,
  body_zh text not null,
  body_en text not null,
  path text,
  sender text not null,
  audience text not null,
  -- Deduplication key: a message of the product with the same key is sent only once.
  once_key text,
  primary key (tenant_id, id)
);
create unique index message_once on message (tenant_id, once_key) where once_key is not null;
create index message_at on message (tenant_id, at);
select tenant_table('message');

create table message_receipt (
  tenant_id int not null references tenant,
  account_id uuid not null,
  message_id uuid not null,
  seen_at timestamptz,
  read_at timestamptz,
  primary key (tenant_id, account_id, message_id),
  foreign key (tenant_id, account_id) references account (tenant_id, id) on delete cascade,
  foreign key (tenant_id, message_id) references message (tenant_id, id) on delete cascade
);
create index message_receipt_message on message_receipt (tenant_id, message_id);
create index message_receipt_unseen on message_receipt (tenant_id, account_id) where seen_at is null;
select tenant_table('message_receipt');

-- Version announcements of the platform. Everyone reads them; only operations of platform staff write them.
create table announcement (
  id uuid primary key,
  version int not null default 1,
  at timestamptz not null,
  number text not null,
  title_zh text not null,
  title_en text not null,
  body_zh text not null,
  body_en text not null,
  product int not null,
  -- Empty: every project of the product.
  projects int[] not null default '{}',
  has_review boolean not null,
  withdrawn_at timestamptz,
  writer text not null
);
create index announcement_at on announcement (at);
grant select, insert, update on announcement to boyun_app, boyun_system;

create table announcement_seen (
  tenant_id int not null references tenant,
  account_id uuid not null,
  announcement_id uuid not null,
  seen_at timestamptz not null,
  primary key (tenant_id, account_id, announcement_id),
  foreign key (tenant_id, account_id) references account (tenant_id, id) on delete cascade
);
select tenant_table('announcement_seen');

-- Unhandled errors of pages, one row per kind with a counter.
create table crash_report (
  tenant_id int not null references tenant,
  id uuid not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  count int not null default 1,
  fingerprint text not null,
  message text not null,
  stack text,
  page text not null,
  account text not null,
  agent text,
  product_version text not null,
  primary key (tenant_id, id),
  unique (tenant_id, fingerprint)
);
create index crash_report_last on crash_report (tenant_id, last_at);
select tenant_table('crash_report');
