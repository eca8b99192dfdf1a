-- Staff of a tenant. Lots are named by id without a foreign key: the lots' own module builds on this one.
create table account (
  tenant_id int not null references tenant,
  id uuid not null,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  account text not null,
  name text not null,
  password_hash text not null,
  password_changed_at timestamptz not null,
  must_change_password boolean not null default false,
  state text not null default 'active' check (state in ('active', 'frozen')),
  job_kind text check (job_kind in ('admin', 'operator', 'finance', 'cloud-attendant', 'booth-attendant', 'collector',
    'inspector', 'merchant', 'unit')),
  avatar text,
  dashboard_path text not null default 'dashboardCd',
  has_all_lots boolean not null default true,
  lot_ids uuid[] not null default '{}',
  last_sign_in_at timestamptz,
  primary key (tenant_id, id)
);
create unique index account_account on account (tenant_id, lower(account));
-- Sign-in without a tenant code looks for the account in all tenants.
create index account_any_tenant on account (lower(account));
select tenant_table('account');

create table role (
  tenant_id int not null references tenant,
  id uuid not null,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Only the standard roles have a code.
  code text,
  name text not null,
  is_admin boolean not null default false,
  permissions text[] not null default '{}',
  primary key (tenant_id, id)
);
create unique index role_code on role (tenant_id, code);
create unique index role_name on role (tenant_id, name);
select tenant_table('role');

create table account_role (
  tenant_id int not null references tenant,
  account_id uuid not null,
  role_id uuid not null,
  primary key (tenant_id, account_id, role_id),
  foreign key (tenant_id, account_id) references account (tenant_id, id) on delete cascade,
  foreign key (tenant_id, role_id) references role (tenant_id, id)
);
create index account_role_role on account_role (tenant_id, role_id);
select tenant_table('account_role');

create table session (
  tenant_id int not null references tenant,
  id uuid not null,
  account_id uuid not null,
  token_hash text not null,
  opened_at timestamptz not null,
  last_seen_at timestamptz not null,
  ended_at timestamptz,
  ended_why text check (ended_why in ('signed-out', 'signed-in-elsewhere', 'expired')),
  address text,
  agent text,
  -- The password was just given: good for one act.
  proof_hash text,
  proof_until timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, account_id) references account (tenant_id, id) on delete cascade,
  check ((proof_hash is null) = (proof_until is null)),
  check ((ended_at is null) = (ended_why is null))
);
create unique index session_token on session (tenant_id, token_hash);
-- One account has one live session.
create unique index session_live on session (tenant_id, account_id) where ended_at is null;
create index session_account on session (tenant_id, account_id);
select tenant_table('session');

create table login_log (
  tenant_id int not null references tenant,
  id uuid not null,
  at timestamptz not null,
  account_id uuid,
  account text not null,
  outcome text not null check (outcome in ('signed-in', 'failed', 'locked', 'kicked-out', 'signed-out', 'expired')),
  reason text check (reason in ('wrong-credentials', 'captcha-wrong', 'frozen')),
  address text,
  agent text,
  primary key (tenant_id, id)
);
create index login_log_account on login_log (tenant_id, lower(account), id);
create index login_log_outcome on login_log (tenant_id, outcome, id);
select tenant_table('login_log');
select append_only('login_log');

-- Failed sign-ins by hashed account and hashed address. No tenant: unknown accounts are counted as known ones are.
create table sign_in_attempt (
  key text primary key,
  failed_count int not null,
  started_at timestamptz not null
);
grant select, insert, update, delete on sign_in_attempt to boyun_system;

-- Captchas that were answered, so that none is answered twice; a captcha belongs to no tenant.
create table used_captcha (
  id_hash text primary key,
  expires_at timestamptz not null
);
grant select, insert, delete on used_captcha to boyun_system;
