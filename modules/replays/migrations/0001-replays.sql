-- Past stays repriced by a version; the tariff is copied, because a draft may still change.
create table charge_replay (
  tenant_id int not null references tenant,
  id uuid not null,
  charge_rule_id uuid not null,
  number int not null,
  tariff jsonb not null,
  -- Empty: all lots the rule applies to.
  lot_ids uuid[] not null default '{}',
  from_at timestamptz not null,
  to_at timestamptz not null,
  state text not null check (state in ('queued', 'running', 'done', 'failed', 'cancelled')),
  done_count int not null default 0,
  total_count int not null default 0,
  result jsonb,
  file text,
  error text,
  started_by text not null,
  created_at timestamptz not null,
  started_at timestamptz,
  ended_at timestamptz,
  -- Number of the current run: results of an earlier run are discarded.
  run int not null default 0,
  primary key (tenant_id, id),
  foreign key (tenant_id, charge_rule_id) references charge_rule (tenant_id, id)
);
create index charge_replay_rule on charge_replay (tenant_id, charge_rule_id, id);
select tenant_table('charge_replay');
