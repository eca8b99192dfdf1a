-- A new lot is in preparation until it is opened; lots that exist stay as they are.
alter table lot drop constraint lot_state_check;
alter table lot alter state set default 'preparing',
  add constraint lot_state_check check (state in ('preparing', 'open', 'closed'));
