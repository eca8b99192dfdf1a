-- Customers who registered through a share link and left their contact details.
create table registration (
  tenant_id int not null references tenant,
  id uuid not null,
  at timestamptz not null,
  -- The account whose link was used.
  account_id uuid not null,
  -- The channel by which the link reached the driver.
  channel text not null check (channel in ('poster', 'chat', 'sms', 'link')),
  name text not null check (char_length(name) between 1 and 12),
  mobile text not null,
  plate text,
  primary key (tenant_id, id),
  foreign key (tenant_id, account_id) references account (tenant_id, id)
);
create unique index registration_mobile on registration (tenant_id, mobile);
create index registration_account on registration (tenant_id, account_id, id);
select tenant_table('registration');
