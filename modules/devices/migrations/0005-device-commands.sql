-- Commands to a camera beside those to its barrier: what they carry and what came back.
alter table gate_command
  add column content text,
  add column result text,
  add column done_at timestamptz;
alter table gate_command drop constraint gate_command_kind_check;
alter table gate_command add constraint gate_command_kind_check
  check (kind in ('open', 'close', 'snapshot', 'recognise', 'text', 'voice', 'time', 'settings', 'reboot'));
alter table gate_command drop constraint gate_command_state_check;
alter table gate_command add constraint gate_command_state_check
  check (state in ('queued', 'sent', 'accepted', 'opened', 'passed', 'done', 'failed', 'unreported', 'uncertain'));

-- Others ask what the barrier was told.
create or replace view gate_command_fact with (security_invoker = true) as
  select tenant_id, id, lot_id, lane_id, passing_id, kind, state, route, created_at from gate_command
  where kind in ('open', 'close');
