-- Who works for a tenant, and what they may do. Departments, regions, areas and lots are referenced by id, because their modules depend
-- on this one; the module of departments adds its foreign key.
create table account (
  tenant_id int not null references tenant,
  id uuid not null,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  account text not null,
  name text not null,
  mobile text,
  department_id uuid,
  -- Empty until a first password is issued; the account cannot sign in before that.
  password_hash text not null default '',
  password_changed_at timestamptz not null default '-infinity',
  must_change_password boolean not null default true,
  -- Former staff keep their row because histories refer to it; the account name becomes available again.
  state text not null default 'active' check (state in ('active', 'frozen', 'left')),
  -- An account of the platform's staff inside a tenant, by its consent; it cannot be used to sign in.
  is_support boolean not null default false,
  job_kind text check (job_kind in ('admin', 'operator', 'finance', 'cloud-attendant', 'booth-attendant', 'collector',
    'customer-service', 'inspector', 'merchant', 'unit')),
  avatar text,
  -- Landing page of the account, where it differs from `dashboard_of`.
  dashboard_path text,
  has_all_lots boolean not null default true,
  region_ids uuid[] not null default '{}',
  area_ids uuid[] not null default '{}',
  lot_ids uuid[] not null default '{}',
  last_sign_in_at timestamptz,
  primary key (tenant_id, id)
);
create index account_department on account (tenant_id, department_id);
create unique index account_account on account (tenant_id, lower(account)) where state <> 'left';
-- Sign-in without a tenant code looks for the account in all tenants.
create index account_any_tenant on account (lower(account));
select tenant_table('account');
create view account_fact with (security_invoker = true) as
  select tenant_id, id, account, name, mobile, state, is_support, job_kind from account;
grant select on account_fact to boyun_app, boyun_system;

-- First part of the landing page's path: the account's own, otherwise the one for its job.
create function dashboard_of(one account) returns text language sql stable as $$
  select coalesce(one.dashboard_path, case
    when exists (select from tenant t where t.id = one.tenant_id and t.kind = 'platform') then '_cloud_tenant/statistic'
    when one.job_kind in ('cloud-attendant', 'booth-attendant') then '_cloud_operation/laneMonitor'
    when one.job_kind = 'collector' then '_cloud_operation/roadside'
    when one.job_kind = 'inspector' then '_cloud_operation/parkLotInspect'
    else 'dashboardCd' end)
$$;

-- The staff as shown to administrators.
create view employee with (security_invoker = true) as
  select tenant_id, id, version, created_at, updated_at, account, name, mobile, department_id, job_kind, state, has_all_lots,
    region_ids, area_ids, lot_ids, last_sign_in_at
  from account where state <> 'left' and not is_support;
grant select, insert, update, delete on employee to boyun_app, boyun_system;

create table role (
  tenant_id int not null references tenant,
  id uuid not null,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Only the standard roles have a code.
  code text,
  name text not null,
  description text,
  is_admin boolean not null default false,
  permissions text[] not null default '{}',
  -- Which rows its accounts see: all, those of their department's lots, those of the places below, or those they handled.
  scope text not null default 'tenant' check (scope in ('tenant', 'department', 'places', 'own')),
  region_ids uuid[] not null default '{}',
  area_ids uuid[] not null default '{}',
  lot_ids uuid[] not null default '{}',
  primary key (tenant_id, id)
);
create unique index role_code on role (tenant_id, code);
create unique index role_name on role (tenant_id, name);
select tenant_table('role');
create view role_fact with (security_invoker = true) as
  select tenant_id, id, code, name from role;
grant select on role_fact to boyun_app, boyun_system;

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
create view account_role_fact with (security_invoker = true) as
  select tenant_id, account_id, role_id from account_role;
grant select on account_role_fact to boyun_app, boyun_system;

-- The platform's temporary access to a tenant, by consent of one of the tenant's administrators.
create table support_grant (
  tenant_id int not null references tenant,
  id uuid not null,
  granted_by uuid not null,
  granted_by_name text not null,
  granted_at timestamptz not null,
  expires_at timestamptz not null,
  is_read_only boolean not null,
  reason text not null,
  ended_at timestamptz,
  -- Consent to platform support does not include an export of all data.
  is_export_allowed boolean not null default false,
  -- Hash of the key in the export address, its expiry, and the staff member of the platform it was issued to. The first
  -- download deletes it.
  export_hash text,
  export_until timestamptz,
  exporter text,
  exporter_name text,
  primary key (tenant_id, id),
  check ((export_hash is null) = (export_until is null))
);
create unique index support_grant_open on support_grant (tenant_id) where ended_at is null;
select tenant_table('support_grant');

create table session (
  tenant_id int not null references tenant,
  id uuid not null,
  account_id uuid not null,
  token_hash text not null,
  opened_at timestamptz not null,
  last_seen_at timestamptz not null,
  ended_at timestamptz,
  ended_why text check (ended_why in ('signed-out', 'signed-in-elsewhere', 'expired', 'forced', 'frozen', 'password-reset')),
  address text,
  agent text,
  -- The password was just confirmed; valid for one operation.
  proof_hash text,
  proof_until timestamptz,
  -- Set while the account views the product as another role.
  view_role_id uuid,
  -- For sessions of platform support: the supporter and the consent they rely on.
  support_grant_id uuid,
  supporter text,
  primary key (tenant_id, id),
  foreign key (tenant_id, account_id) references account (tenant_id, id) on delete cascade,
  foreign key (tenant_id, view_role_id) references role (tenant_id, id) on delete set null (view_role_id),
  foreign key (tenant_id, support_grant_id) references support_grant (tenant_id, id),
  check ((proof_hash is null) = (proof_until is null)),
  check ((ended_at is null) = (ended_why is null))
);
create unique index session_token on session (tenant_id, token_hash);
-- An account has at most one live session.
create unique index session_live on session (tenant_id, account_id) where ended_at is null;
create index session_account on session (tenant_id, account_id);
create index session_view_role on session (tenant_id, view_role_id) where view_role_id is not null;
create index session_support_grant on session (tenant_id, support_grant_id) where support_grant_id is not null;
select tenant_table('session');

create table login_log (
  tenant_id int not null references tenant,
  id uuid not null,
  at timestamptz not null,
  account_id uuid,
  account text not null,
  outcome text not null check (outcome in ('signed-in', 'failed', 'locked', 'kicked-out', 'forced-out', 'signed-out',
    'expired')),
  reason text check (reason in ('wrong-credentials', 'captcha-wrong', 'frozen', 'forced', 'password-reset')),
  address text,
  agent text,
  primary key (tenant_id, id)
);
create index login_log_account on login_log (tenant_id, lower(account), id);
create index login_log_by on login_log (tenant_id, account_id, id);
create index login_log_outcome on login_log (tenant_id, outcome, id);
select tenant_table('login_log');
select append_only('login_log');
select prunable('login_log', 180);
select partition_by_month('login_log');

-- Failed sign-ins by hashed account and hashed address. Not per tenant: unknown accounts are counted like known ones.
create table sign_in_attempt (
  key text primary key,
  failed_count int not null,
  started_at timestamptz not null
);
grant select, insert, update, delete on sign_in_attempt to boyun_system;

-- Captchas already used, so that none is accepted twice; a captcha belongs to no tenant.
create table used_captcha (
  id_hash text primary key,
  expires_at timestamptz not null
);
grant select, insert, delete on used_captcha to boyun_system;

-- Returns the lots an account may access: its own, restricted by its roles (or by the role it is viewing as); null for
-- all lots of the tenant. Of several roles the widest scope applies. Regions, areas (`lots_within`) and departments
-- (`department_places`) are resolved on each call, by functions of the modules that keep them.
create function account_lots(of_tenant int, of_account uuid, through_role uuid default null) returns uuid[]
language plpgsql stable as $$
declare
  own record;
  own_lots uuid[];
  is_wide boolean;
  role_lots uuid[];
begin
  select has_all_lots, region_ids, area_ids, lot_ids, department_id into own from account where tenant_id = of_tenant and id = of_account;
  if not own.has_all_lots then
    own_lots := lots_within(of_tenant, own.region_ids, own.area_ids, own.lot_ids);
  end if;
  with held as (
    select r.* from role r where r.tenant_id = of_tenant and case when through_role is null
      then r.id in (select role_id from account_role where tenant_id = of_tenant and account_id = of_account)
      else r.id = through_role end
  ), place as (
    select region_ids, area_ids, lot_ids from held where scope = 'places'
    union all
    select region_ids, area_ids, lot_ids from department_places(of_tenant, own.department_id)
    where exists (select from held where scope = 'department')
  )
  select (select bool_or(is_admin or scope in ('tenant', 'own')) from held),
    lots_within(of_tenant, array(select unnest(region_ids) from place), array(select unnest(area_ids) from place),
      array(select unnest(lot_ids) from place))
  into is_wide, role_lots;
  if coalesce(is_wide, true) then
    return own_lots;
  end if;
  return case when own_lots is null then role_lots else array(select unnest(own_lots) intersect select unnest(role_lots)) end;
end $$;

-- The menu as arranged by a tenant: every entry known at that time, in its position. Entries added by later versions keep
-- their standard position.
create table menu_entry (
  tenant_id int not null references tenant,
  -- `area:…`, `group:…`, `page:…`, or `own:…` for a folder created by the tenant.
  key text not null,
  parent_key text,
  position int not null,
  -- Empty: the product's standard name and icon.
  name text,
  name_en text,
  icon text,
  is_hidden boolean not null,
  primary key (tenant_id, key)
);
select tenant_table('menu_entry');

-- Settings of a tenant.
create table tenant_setting (
  tenant_id int primary key references tenant,
  version int not null default 0,
  updated_at timestamptz not null,
  brand_name text,
  logo text,
  theme_color text,
  has_tag_bar boolean not null default true,
  -- Default for lots without their own value.
  order_lock_seconds int not null default 120 check (order_lock_seconds between 5 and 1200),
  arrears_limit_fen bigint,
  is_password_strict boolean not null default false,
  session_hours int not null default 12 check (session_hours between 1 and 168)
);
select tenant_table('tenant_setting');
create view tenant_setting_fact with (security_invoker = true) as
  select tenant_id, order_lock_seconds, arrears_limit_fen from tenant_setting;
grant select on tenant_setting_fact to boyun_app, boyun_system;

-- What other modules may read of who is in a tenant: sign-ins, and the open consent to platform support, which may have expired.
create view tenant_access_fact with (security_invoker = true) as
  select t.id as tenant_id,
    (select count(*) from session s where s.tenant_id = t.id and s.ended_at is null) as online_count,
    (select max(a.last_sign_in_at) from account a where a.tenant_id = t.id) as last_sign_in_at,
    g.expires_at as support_until, g.is_read_only as is_support_read_only, g.is_export_allowed
  from tenant t left join support_grant g on g.tenant_id = t.id and g.ended_at is null;
grant select on tenant_access_fact to boyun_app, boyun_system;

-- A tenant may update only its own name and time zone.
grant update (name, time_zone) on tenant to boyun_app;
