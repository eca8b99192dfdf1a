-- Who planned an update, for people who see only what they did; and the boxes of updates by box.
alter table box_update add column made_by_id uuid;
create index box_update_box_of on box_update_box (tenant_id, box_id);
