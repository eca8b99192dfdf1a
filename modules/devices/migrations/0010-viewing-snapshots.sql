-- Pictures taken for people who watch a camera: only the latest are kept, and so are the commands that asked for them.
alter table camera_message add column is_viewing boolean not null default false;
create index camera_message_viewing on camera_message (tenant_id, camera_id) where is_viewing;
alter table gate_command add column is_viewing boolean not null default false;
create index gate_command_viewing on gate_command (tenant_id, camera_id) where is_viewing;

create view camera_snapshot_fact with (security_invoker = true) as
  select tenant_id, id, camera_id, lot_id, received_at, picture from camera_message where kind = 'snapshot';
grant select on camera_snapshot_fact to boyun_app, boyun_system;
