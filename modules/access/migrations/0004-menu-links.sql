-- An entry of the tenant's own may lead somewhere: to a page of the product (`component`), to an address (`url`), or to a
-- page under an address of its own (both). With neither it is a folder.
alter table menu_entry add column component text,
  add column url text,
  add column opening text not null default 'tab' check (opening in ('tab', 'window'));
