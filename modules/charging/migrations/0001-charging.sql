-- Tariffs under a name, their versions that never change, and the lot each holds in.
create table charge_rule (
  tenant_id int not null references tenant,
  id uuid not null,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  name text not null,
  template text not null,
  remark text,
  primary key (tenant_id, id),
  unique (tenant_id, name)
);
select tenant_table('charge_rule');

create table charge_rule_version (
  tenant_id int not null references tenant,
  id uuid not null,
  charge_rule_id uuid not null,
  number int not null,
  tariff jsonb not null,
  reading_zh text not null,
  reading_en text not null,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, charge_rule_id, number),
  foreign key (tenant_id, charge_rule_id) references charge_rule (tenant_id, id)
);
select tenant_table('charge_rule_version');
select append_only('charge_rule_version');

create table charge_binding (
  tenant_id int not null references tenant,
  id uuid not null,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  lot_id uuid not null,
  charge_rule_id uuid not null,
  primary key (tenant_id, id),
  unique (tenant_id, lot_id),
  foreign key (tenant_id, lot_id) references lot (tenant_id, id),
  foreign key (tenant_id, charge_rule_id) references charge_rule (tenant_id, id)
);
create index charge_binding_rule on charge_binding (tenant_id, charge_rule_id);
select tenant_table('charge_binding');
