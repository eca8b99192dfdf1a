-- The code of the link in the last reminder of a pack, by which its owner renews it. An earlier link is invalid.
alter table pack add column renewal_code text;
create unique index pack_renewal_code on pack (tenant_id, renewal_code) where renewal_code is not null;
