-- Whether a pack was bought again, which its owners are counted by.
alter table pack add column is_renewed boolean not null default false;
update pack p set is_renewed = true
where exists (select from pack_event e where e.tenant_id = p.tenant_id and e.pack_id = p.id and e.act = 'renewed');
