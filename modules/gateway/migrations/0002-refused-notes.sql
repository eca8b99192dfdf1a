-- Messages of callers that have not proved who they are leave a note only, one a day for an address and path; messages of
-- known devices count towards a limit of bytes and rows.
alter table quarantine
  add column is_note boolean not null default false,
  add column size int not null default 0,
  add column body_bytes int not null default 0,
  add column body_hash text;
comment on column quarantine.size is 'bytes of the latest message as far as known';
comment on column quarantine.body_bytes is 'bytes kept under body_key';
comment on column quarantine.body_hash is 'SHA-256 of the latest message, where it was read to its end';
-- The size of what was kept before is not known: an upper guess, so that the limit holds for it as well.
update quarantine set body_bytes = 1000000 where body_key is not null;
create index quarantine_oldest on quarantine (tenant_id, is_note, received_at desc, id desc) include (body_bytes);
