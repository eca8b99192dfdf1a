-- Who leads an area is an employee. A name that exactly one account of the tenant has becomes that account; any other is kept in the remark.
alter table area add leader_id uuid,
  add foreign key (tenant_id, leader_id) references account (tenant_id, id);
create index area_leader on area (tenant_id, leader_id);
update area a set leader_id = named.id
from (select tenant_id, name, min(id::text)::uuid as id from account_fact group by 1, 2 having count(*) = 1) named
where named.tenant_id = a.tenant_id and named.name = a.leader_name;
update area set remark = left(concat_ws(E'\n', remark, '负责人 ' || leader_name), 512)
where leader_id is null and leader_name is not null;
alter table area drop leader_name;
