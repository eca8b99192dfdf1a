-- What customers agree to. Without a row the product's own text holds, as version 0; a published version is never changed.
create table privacy_text (
  tenant_id int not null references tenant,
  version int not null check (version > 0),
  published_at timestamptz not null,
  published_by text not null,
  text_zh text not null check (char_length(text_zh) between 50 and 20000),
  text_en text not null check (char_length(text_en) between 50 and 20000),
  primary key (tenant_id, version)
);
select tenant_table('privacy_text');
select append_only('privacy_text');

-- Which version a customer agreed to, when and from where.
create table customer_consent (
  tenant_id int not null references tenant,
  id uuid not null,
  customer_id uuid not null,
  version int not null check (version >= 0),
  at timestamptz not null,
  address text not null,
  primary key (tenant_id, id),
  unique (tenant_id, customer_id, version),
  foreign key (tenant_id, customer_id) references customer (tenant_id, id)
);
select tenant_table('customer_consent');
select append_only('customer_consent');

-- A request of a person about the own data, carried out by a job.
create table privacy_request (
  tenant_id int not null references tenant,
  id uuid not null,
  customer_id uuid not null,
  -- The number as it is shown once the account is gone.
  masked_mobile text not null,
  kind text not null check (kind in ('access', 'deletion')),
  state text not null default 'waiting' check (state in ('waiting', 'done')),
  asked_at timestamptz not null,
  -- The member of staff who entered it, and how the person proved to be the one; empty where the person asked in the app.
  entered_by text,
  entered_by_id uuid,
  note text,
  done_at timestamptz,
  -- The file of an access, for a week.
  file_key text,
  -- What was done with each kind of data: `[{titleZh, titleEn, count, outcome, basisZh, basisEn, keptUntil}]`.
  report jsonb,
  primary key (tenant_id, id),
  foreign key (tenant_id, customer_id) references customer (tenant_id, id),
  check ((state = 'done') = (done_at is not null)),
  check ((entered_by is null) = (note is null))
);
create index privacy_request_customer on privacy_request (tenant_id, customer_id, asked_at);
create index privacy_request_asked on privacy_request (tenant_id, asked_at, id);
create unique index privacy_request_waiting on privacy_request (tenant_id, customer_id, kind) where state = 'waiting';
select tenant_table('privacy_request');
