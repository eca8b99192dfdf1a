-- How the staff of a tenant is organised. Regions, areas and lots are referenced by id without a foreign key, because their module
-- depends on this one.
create table department (
  tenant_id int not null references tenant,
  id uuid not null,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  name text not null,
  parent_id uuid check (parent_id <> id),
  -- Sort position among its siblings.
  position int not null default 0,
  -- The places the department is responsible for; roles with the department scope see them.
  region_ids uuid[] not null default '{}',
  area_ids uuid[] not null default '{}',
  lot_ids uuid[] not null default '{}',
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references department (tenant_id, id)
);
create unique index department_name on department (tenant_id, coalesce(parent_id, '00000000-0000-0000-0000-000000000000'), name);
create index department_parent on department (tenant_id, parent_id);
select tenant_table('department');

alter table account add foreign key (tenant_id, department_id) references department (tenant_id, id);

-- Returns the places of a department and of those below it, a row for each of them.
create function department_places(of_tenant int, of_department uuid)
returns table (region_ids uuid[], area_ids uuid[], lot_ids uuid[]) language sql stable as $$
  with recursive below as (
    select d.* from department d where d.tenant_id = of_tenant and d.id = of_department
    union all
    select d.* from department d join below b on d.parent_id = b.id where d.tenant_id = of_tenant
  )
  select region_ids, area_ids, lot_ids from below
$$;
