-- Who is planned for a shift of a booth on a day: the day on which the shift begins, in the zone of the lot.
create table shift_assignment (
  tenant_id int not null references tenant,
  plan_id uuid not null,
  day date not null,
  account_id uuid not null,
  primary key (tenant_id, plan_id, day),
  foreign key (tenant_id, plan_id) references shift_plan (tenant_id, id) on delete cascade,
  foreign key (tenant_id, account_id) references account (tenant_id, id)
);
create index shift_assignment_account on shift_assignment (tenant_id, account_id, day);
select tenant_table('shift_assignment');
