-- A tenant consents by itself to an export of all its data: an older consent to the platform's support does not include it.
alter table support_grant add column is_export_allowed boolean not null default false;
-- The key of an export's address, by its hash, until when it is good, and who of the platform's staff it was made for. The
-- first download takes it away.
alter table support_grant add column export_hash text;
alter table support_grant add column export_until timestamptz;
alter table support_grant add column exporter text;
alter table support_grant add column exporter_name text;
alter table support_grant add constraint support_grant_export_key check ((export_hash is null) = (export_until is null));
