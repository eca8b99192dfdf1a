-- Where the values of a passing are in the JSON of a camera, as a person said.
create table camera_map (
  tenant_id int not null references tenant,
  camera_id uuid not null,
  map jsonb not null,
  saved_at timestamptz not null,
  saved_by text not null,
  primary key (tenant_id, camera_id),
  foreign key (tenant_id, camera_id) references camera (tenant_id, id) on delete cascade
);
select tenant_table('camera_map');
