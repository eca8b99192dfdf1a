-- When the approvers of a pending request were last reminded of it.
alter table review add column reminded_at timestamptz;
