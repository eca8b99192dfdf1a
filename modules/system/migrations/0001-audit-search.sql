-- Accounts are the same whatever their capitals, so the audit log is searched that way.
create index audit_log_any_case on audit_log (tenant_id, lower(account), id);
