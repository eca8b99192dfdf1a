-- A pack that a phone pays holds its place, unpaid, until the money is there; it is closed where that does not come in time.
alter table pack drop constraint pack_state_check;
alter table pack add constraint pack_state_check
  check (state in ('unpaid', 'pending', 'active', 'paused', 'expired', 'cancelled', 'refunded', 'closed'));
-- A refund that its provider fails is taken back.
alter table pack_event drop constraint pack_event_act_check;
alter table pack_event add constraint pack_event_act_check check (act in ('sold', 'approved', 'rejected', 'renewed', 'plates-changed', 'paused',
  'resumed', 'cancelled', 'refunded', 'refund-failed', 'expired'));
