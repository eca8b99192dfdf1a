-- A report that somebody put together: what it counts, by what, over which days, and who may open it.
create table composed_report (
  tenant_id int not null references tenant,
  id uuid not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  account_id uuid not null,
  name text not null,
  dataset text not null check (dataset in ('stay', 'money', 'flow', 'reduction')),
  measures text[] not null default '{}',
  dimensions text[] not null default '{}',
  -- Empty: all lots.
  lot_ids uuid[] not null default '{}',
  period text not null check (period in ('yesterday', 'last-7-days', 'last-week', 'this-month', 'last-month')),
  compare text not null check (compare in ('none', 'before', 'year-before')),
  chart text not null check (chart in ('none', 'bar', 'line')),
  -- Roles that may open it besides its owner.
  roles text[] not null default '{}',
  primary key (tenant_id, id),
  foreign key (tenant_id, account_id) references account (tenant_id, id)
);
create index composed_report_account on composed_report (tenant_id, account_id);
select tenant_table('composed_report');
