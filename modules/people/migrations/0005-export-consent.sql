-- Consent to export all data of a tenant; an older consent to platform support does not include it.
alter table support_grant add column is_export_allowed boolean not null default false;
-- Hash of the key in the export address, its expiry, and the staff member of the platform it was issued to. The first
-- download deletes it.
alter table support_grant add column export_hash text;
alter table support_grant add column export_until timestamptz;
alter table support_grant add column exporter text;
alter table support_grant add column exporter_name text;
alter table support_grant add constraint support_grant_export_key check ((export_hash is null) = (export_until is null));
