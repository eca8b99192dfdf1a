-- Signed calls of devices, kept until their timestamp is too old to be accepted: a repeated call gets the first answer and
-- changes nothing.
create table signed_call (
  tenant_id int not null references tenant,
  -- HMAC-SHA256 of the call.
  signature bytea not null check (octet_length(signature) = 32),
  expires_at timestamptz not null,
  answer jsonb,
  primary key (tenant_id, signature)
);
create index signed_call_expired on signed_call (tenant_id, expires_at);
select tenant_table('signed_call');
