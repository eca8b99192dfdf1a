-- The lot an entry is about, so that an account limited to lots reads those of its lots alone. Entries about no single lot, and
-- those written before, have none: only accounts of all lots read them.
alter table audit_log add column lot_id uuid;
create index audit_log_lot on audit_log (tenant_id, lot_id, id);
