-- What a box says of itself beside its queue: how far its clock is off, how much it can hold, and how old its oldest record is.
alter table box
  add column clock_offset_ms int,
  add column is_clock_wrong boolean not null default false,
  add column queue_capacity int,
  add column oldest_at timestamptz;
create or replace view box_fact with (security_invoker = true) as
  select tenant_id, id, name, lot_id, serial_no, state, last_seen_at, app_version, queue_length, clock_offset_ms,
    is_clock_wrong, is_queue_full, queue_capacity, oldest_at
  from box;
