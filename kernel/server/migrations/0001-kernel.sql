-- The roles the product runs under. The application role sees one tenant at a time; the system role (sign-in, device
-- look-up, projections, verification) sees all and is used by a short list of files only.
-- Roles belong to the whole server: where two databases migrate at once, the second finds them made by the first.
do $$
declare
  name text;
  -- Since PostgreSQL 16 who makes a role may grant it, but is not thereby allowed to act as it.
  needed text := case when current_setting('server_version_num')::int >= 160000 then 'set' else 'member' end;
begin
  foreach name in array array['boyun_app', 'boyun_system'] loop
    if not exists (select from pg_roles where rolname = name) then
      begin
        execute format('create role %I nologin', name);
      exception when duplicate_object or unique_violation then null;
      end;
    end if;
    if not pg_has_role(name, needed) then
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

-- Append-only history: the application can insert and select only.
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
  created_at timestamptz not null,
  contact_name text,
  contact_phone text,
  -- Sign-in is refused after this time; null: no end.
  expires_at timestamptz,
  -- The plan; empty: as many as they like.
  lot_quota int check (lot_quota >= 0),
  account_quota int check (account_quota >= 0),
  device_quota int check (device_quota >= 0),
  -- What it costs a month, and a month for each lot; empty: nothing.
  monthly_fee_fen bigint check (monthly_fee_fen >= 0),
  lot_fee_fen bigint check (lot_fee_fen >= 0),
  -- Pages the tenant's product offers, by component key; empty: all.
  page_keys text[],
  -- Payments of a trial tenant are simulated: the sandbox replaces the payment provider and no money moves. Only the platform's
  -- administrators change this flag.
  is_trial boolean not null default false,
  -- Deletion requested: everything is deleted at this time unless the request is withdrawn.
  deletion_due_at timestamptz
);
grant select, insert, update on tenant to boyun_system;
-- A tenant reads its own line: what its plan allows.
grant select on tenant to boyun_app;
alter table tenant enable row level security;
create policy tenant on tenant to boyun_app using (id = current_setting('boyun.tenant')::int);
create policy system on tenant to boyun_system using (true) with check (true);

-- The event log: every state change, written in the transaction that makes it. Read in the order (xid, seq), up to the
-- oldest transaction still running, so that no reader ever skips one that commits late.
create table event (
  tenant_id int not null references tenant,
  id uuid not null,
  xid xid8 not null default pg_current_xact_id(),
  seq bigint generated by default as identity,
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
create index audit_log_subject on audit_log (tenant_id, subject_id, id);
create index audit_log_kind on audit_log (tenant_id, subject_kind, id);
create index audit_log_actor on audit_log (tenant_id, actor_id, id);
create index audit_log_action on audit_log (tenant_id, action collate "C", id);
select tenant_table('audit_log');
select append_only('audit_log');

-- Deletes all rows of a tenant, including histories, and the tenant itself, referring tables first. It runs as
-- the owner of the tables, the only role that may delete from a history.
create function erase_tenant(of_tenant int) returns void language plpgsql security definer set search_path = public as $$
declare
  remaining oid[] := array(
    select c.oid from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition);
  next oid;
begin
  -- Triggers that keep rows for ever let these go.
  perform set_config('boyun.erasing', of_tenant::text, true);
  -- Each row of a tenant refers to it: what is just being written is waited for and goes too, and nothing is written after.
  perform from tenant where id = of_tenant for update;
  while cardinality(remaining) > 0 loop
    select r into next from unnest(remaining) as r
    where not exists (select from pg_constraint f where f.contype = 'f' and f.confrelid = r and f.conrelid <> r and f.conrelid = any(remaining))
    limit 1;
    execute format('delete from %s where tenant_id = $1', next::regclass) using of_tenant;
    remaining := array_remove(remaining, next);
  end loop;
  delete from tenant where id = of_tenant;
end $$;
revoke execute on function erase_tenant from public;
grant execute on function erase_tenant to boyun_system;

-- Jobs that were sent in a transaction and are on their way to the queue, which the application role cannot reach.
create table job_order (
  tenant_id int not null references tenant,
  id uuid not null,
  name text not null,
  data jsonb not null,
  after_seconds int not null,
  key text,
  priority int not null,
  primary key (tenant_id, id)
);
select tenant_table('job_order');

-- Long work in the background as people see it: exports and imports. `run` counts the runs; a later one ends those before.
create table task (
  tenant_id int not null references tenant,
  id uuid not null,
  kind text not null check (kind in ('export', 'import')),
  source text not null,
  account_id uuid not null,
  account text not null,
  language text not null check (language in ('zh', 'en')),
  limits jsonb not null,
  state text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed', 'cancelled', 'expired')),
  done_count int not null default 0,
  total_count int not null default 0,
  input jsonb not null,
  result jsonb,
  error_code text,
  error_zh text,
  error_en text,
  -- All files it has, and the one among them that people get.
  files text[] not null default '{}',
  file_key text,
  file_name text,
  run int not null default 0,
  created_at timestamptz not null,
  started_at timestamptz,
  ended_at timestamptz,
  expires_at timestamptz,
  primary key (tenant_id, id)
);
create index task_open on task (tenant_id, id) where state in ('queued', 'running');
create index task_files on task (tenant_id, expires_at) where files <> '{}';
create index task_account on task (tenant_id, account_id, id);
select tenant_table('task');

-- Rows an import rejected, with their cells.
create table task_failure (
  tenant_id int not null references tenant,
  task_id uuid not null,
  number int not null,
  sheet text not null,
  row int not null,
  cells jsonb not null,
  is_repeat boolean not null,
  error text not null,
  guide text not null,
  primary key (tenant_id, task_id, number),
  foreign key (tenant_id, task_id) references task (tenant_id, id) on delete cascade
);
select tenant_table('task_failure');
