-- The roles the product runs under. The application role sees one tenant at a time; the system role (sign-in, device
-- look-up, projections, verification) sees all and is used by a short list of files only.
-- Roles belong to the whole server: where two databases migrate at once, the second finds them made by the first.
do $$
declare name text;
begin
  foreach name in array array['boyun_app', 'boyun_system'] loop
    if not exists (select from pg_roles where rolname = name) then
      begin
        execute format('create role %I nologin', name);
      exception when duplicate_object or unique_violation then null;
      end;
    end if;
    if not exists (
      select from pg_auth_members m where m.roleid = name::regrole and m.member = current_user::regrole
    ) then
      begin
        execute format('grant %I to %I', name, current_user);
      exception when unique_violation then null;
      end;
    end if;
  end loop;
end $$;
grant usage on schema public to boyun_app, boyun_system;

-- Closes a table by tenant: row-level security, forced, with one policy a role.
create function tenant_table(name text) returns void language plpgsql as $$
begin
  execute format('alter table %I enable row level security', name);
  execute format('alter table %I force row level security', name);
  execute format('create policy tenant on %I to boyun_app using (tenant_id = current_setting(''boyun.tenant'')::int) '
    'with check (tenant_id = current_setting(''boyun.tenant'')::int)', name);
  execute format('create policy system on %I to boyun_system using (true) with check (true)', name);
  execute format('grant select, insert, update, delete on %I to boyun_app, boyun_system', name);
end $$;

-- A history nobody rewrites: the application can add and read, nothing else.
create function append_only(name text) returns void language plpgsql as $$
begin
  execute format('revoke update, delete on %I from boyun_app, boyun_system', name);
end $$;

-- Lowest UUIDv7 of a moment: where a month's partition begins.
create function first_uuid(at timestamptz) returns uuid language sql immutable as $$
  select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '00000000000000000000')::uuid
$$;

-- Makes the missing monthly partitions of a table from a month up to and including another (UTC months).
create function month_partitions(name text, first_month date, last_month date) returns void language plpgsql as $$
declare month date := date_trunc('month', first_month)::date;
begin
  while month <= last_month loop
    if to_regclass(name || '_' || to_char(month, 'YYYYMM')) is null then
      execute format('create table %I partition of %I for values from (%L) to (%L)',
        name || '_' || to_char(month, 'YYYYMM'), name,
        first_uuid(month::timestamp at time zone 'UTC'), first_uuid((month + interval '1 month')::timestamp at time zone 'UTC'));
    end if;
    month := (month + interval '1 month')::date;
  end loop;
end $$;

create table tenant (
  id int generated always as identity primary key,
  code text not null unique,
  name text not null,
  kind text not null check (kind in ('platform', 'operator')),
  time_zone text not null default 'Asia/Shanghai',
  state text not null default 'active' check (state in ('active', 'frozen')),
  created_at timestamptz not null
);
grant select, insert, update on tenant to boyun_system;

-- The event log: every state change, written in the transaction that makes it. Read in the order (xid, seq), up to the
-- oldest transaction still running, so that no reader ever skips one that commits late.
create table event (
  tenant_id int not null references tenant,
  id uuid not null,
  xid xid8 not null default pg_current_xact_id(),
  seq bigint generated always as identity,
  kind text not null,
  lot_id uuid,
  subject_id uuid,
  data jsonb not null,
  actor text not null,
  request_id text,
  at timestamptz not null,
  recorded_at timestamptz not null,
  primary key (tenant_id, id)
) partition by range (id);
create table event_default partition of event default;
create index event_order on event (xid, seq);
create index event_subject on event (tenant_id, subject_id, id);
select tenant_table('event');
select append_only('event');

-- How far each consumer of the event log has come.
create table consumer_position (
  name text primary key,
  xid xid8 not null,
  seq bigint not null
);
grant select, insert, update on consumer_position to boyun_app, boyun_system;

-- Events a consumer could not take, so that one of them does not stop the rest.
create table consumer_failure (
  tenant_id int not null references tenant,
  id uuid not null,
  consumer text not null,
  event_id uuid not null,
  error text not null,
  at timestamptz not null,
  primary key (tenant_id, id)
);
select tenant_table('consumer_failure');

create table audit_log (
  tenant_id int not null references tenant,
  id uuid not null,
  at timestamptz not null,
  actor_id uuid,
  account text not null,
  actor_name text not null,
  action text not null,
  subject_kind text not null,
  subject_id text,
  subject text,
  address text,
  request_id text,
  before jsonb,
  after jsonb,
  primary key (tenant_id, id)
);
create index audit_log_subject on audit_log (tenant_id, subject_kind, subject_id);
create index audit_log_account on audit_log (tenant_id, account, id);
create index audit_log_action on audit_log (tenant_id, action, id);
select tenant_table('audit_log');
select append_only('audit_log');
