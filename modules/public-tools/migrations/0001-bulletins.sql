-- Announcements of a tenant to its staff. Their text is HTML that was sanitised before it was stored.
create table bulletin (
  tenant_id int not null references tenant,
  id uuid not null,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  name text not null,
  body text not null,
  -- The first words of the text, without markup.
  excerpt text not null,
  -- Empty: all staff.
  role_ids uuid[] not null default '{}',
  -- Empty: staff of all lots.
  lot_ids uuid[] not null default '{}',
  valid_from timestamptz not null,
  valid_until timestamptz null,
  is_pinned boolean not null,
  state text not null default 'draft' check (state in ('draft', 'published', 'withdrawn')),
  published_at timestamptz null,
  -- Incremented when a published text changes: a receipt applies to one edition.
  edition int not null default 1,
  writer text not null,
  primary key (tenant_id, id),
  check (valid_until > valid_from)
);
create index bulletin_published on bulletin (tenant_id, valid_from) where state = 'published';
select tenant_table('bulletin');

create table bulletin_receipt (
  tenant_id int not null references tenant,
  account_id uuid not null,
  bulletin_id uuid not null,
  edition int not null,
  read_at timestamptz not null,
  primary key (tenant_id, account_id, bulletin_id, edition),
  foreign key (tenant_id, account_id) references account (tenant_id, id) on delete cascade,
  foreign key (tenant_id, bulletin_id) references bulletin (tenant_id, id)
);
create index bulletin_receipt_bulletin on bulletin_receipt (tenant_id, bulletin_id, edition);
select tenant_table('bulletin_receipt');
