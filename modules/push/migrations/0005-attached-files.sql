-- A stored file that is attached to a mail.
alter table push_send add column file_key text;
alter table push_send add column file_name text;
alter table push_send add constraint push_send_file check ((file_key is null) = (file_name is null) and (file_key is null or channel = 'mail'));

-- What became of an SMS or mail, for modules that sent it.
create view push_send_fact with (security_invoker = true) as
  select tenant_id, id, state, answer, sent_at from push_send;
grant select on push_send_fact to boyun_app, boyun_system;
