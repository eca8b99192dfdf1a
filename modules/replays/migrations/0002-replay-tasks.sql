-- A replay is done by a task, which knows its runs. Replays that were open until now have none: they are cancelled.
alter table charge_replay
  add column task_id uuid,
  -- Until when its file is kept; null: for ever.
  add column file_until timestamptz,
  add foreign key (tenant_id, task_id) references task (tenant_id, id) on delete set null (task_id);
create index charge_replay_task on charge_replay (tenant_id, task_id);
update charge_replay set state = 'cancelled', ended_at = coalesce(started_at, created_at) where state in ('queued', 'running');
alter table charge_replay drop column run;
