-- Units ask at their desk for invoices of the bills they paid.
alter table invoice drop constraint invoice_source_check;
alter table invoice add constraint invoice_source_check check (source in ('office', 'scan', 'unit', 'refund'));
