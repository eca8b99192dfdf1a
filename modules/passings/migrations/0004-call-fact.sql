create view lane_call_fact with (security_invoker = true) as
  select tenant_id, id, lane_id, answered_by, answered_at, ended_at from lane_call;
grant select on lane_call_fact to boyun_app, boyun_system;
