-- Notices a tenant's staff must confirm having read.
create table important_notice (
  tenant_id int not null references tenant,
  id uuid not null,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  name text not null,
  body text not null,
  -- Empty: all staff.
  role_ids uuid[] not null default '{}',
  valid_from timestamptz not null,
  valid_until timestamptz null,
  is_active boolean not null,
  -- Incremented when the text changes: a confirmation applies to one edition.
  edition int not null default 1,
  writer text not null,
  primary key (tenant_id, id),
  check (valid_until > valid_from)
);
create index important_notice_active on important_notice (tenant_id, valid_from) where is_active;
select tenant_table('important_notice');

create table important_notice_confirmation (
  tenant_id int not null references tenant,
  account_id uuid not null,
  notice_id uuid not null,
  edition int not null,
  confirmed_at timestamptz not null,
  primary key (tenant_id, account_id, notice_id, edition),
  foreign key (tenant_id, account_id) references account (tenant_id, id) on delete cascade,
  foreign key (tenant_id, notice_id) references important_notice (tenant_id, id)
);
create index important_notice_confirmation_notice on important_notice_confirmation (tenant_id, notice_id, edition);
select tenant_table('important_notice_confirmation');
