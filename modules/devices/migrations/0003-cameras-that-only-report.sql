-- What a camera without inputs was told: no sensor reports what became of it.
alter table gate_command drop constraint gate_command_state_check;
alter table gate_command add constraint gate_command_state_check
  check (state in ('queued', 'sent', 'accepted', 'opened', 'passed', 'unreported', 'uncertain'));

create or replace view camera_fact with (security_invoker = true) as
  select tenant_id, id, name, lane_id, lot_id, serial_no, state, last_seen_at, protocol, last_event_at, created_at from camera;
