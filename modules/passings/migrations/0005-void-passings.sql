-- A passing record that was voided: since when, why, on whose request, and who agreed. Lists of passings leave it out.
alter table passing
  add column voided_at timestamptz,
  add column void_reason text,
  add column void_by uuid,
  add column void_by_name text,
  add column void_reviewers text[];
create index passing_void on passing (tenant_id, voided_at, id) where voided_at is not null;
