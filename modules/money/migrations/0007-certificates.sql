-- The end of the merchant's certificate.
alter table pay_channel add column certificate_until timestamptz;
create index pay_channel_certificate on pay_channel (certificate_until) where certificate_until is not null;
