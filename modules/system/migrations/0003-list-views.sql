-- Saved list views: under an empty name the columns of an account, under a name filters, order and columns.
create table list_view (
  tenant_id int not null references tenant,
  id uuid not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  account_id uuid not null,
  list text not null,
  name text not null,
  -- The query string of the list's address.
  query text not null,
  setting text not null,
  -- Roles it is shared with, by code or name.
  roles text[] not null default '{}',
  primary key (tenant_id, id),
  unique (tenant_id, account_id, list, name),
  foreign key (tenant_id, account_id) references account (tenant_id, id) on delete cascade
);
select tenant_table('list_view');
