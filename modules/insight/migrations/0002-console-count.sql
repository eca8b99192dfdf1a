-- What the console counts, small enough to be counted each time: only the rows that wait for somebody are in these.
create index alarm_new on alarm (tenant_id, lot_id) where state = 'new';
create index gate_command_uncertain on gate_command (tenant_id, created_at, lot_id) where state = 'uncertain';
create index quarantine_kept on quarantine (tenant_id, lot_id) where state = 'kept';
create index parking_order_arrears_due on parking_order (tenant_id, lot_id) include (due_fen) where pay_state = 'arrears';
