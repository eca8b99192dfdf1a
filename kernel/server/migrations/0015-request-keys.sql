-- Acts that were done under a key of their caller: a call repeated with the key gets the first answer. Kept for a day.
create table request_key (
  tenant_id int not null references tenant,
  key text not null check (length(key) between 8 and 64),
  at timestamptz not null,
  call text not null,
  -- The account or API key.
  caller text not null,
  input_hash text not null,
  -- As it was sent; filled in at the end of the transaction.
  answer jsonb,
  primary key (tenant_id, key)
);
create index request_key_at on request_key (at);
select tenant_table('request_key');
