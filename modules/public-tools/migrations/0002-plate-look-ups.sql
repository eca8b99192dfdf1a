-- Look-ups of the mobile of a plate's owner. The number itself is not stored.
create table plate_lookup (
  tenant_id int not null references tenant,
  id uuid not null,
  at timestamptz not null,
  account_id uuid not null,
  actor_name text not null,
  plate text not null,
  reason text not null,
  -- Where the car stood, as far as the caller may know.
  lot_id uuid,
  -- Where the contact is from; null where there was none.
  source text check (source in ('customer', 'list')),
  owner_mark text,
  mobile_mark text,
  primary key (tenant_id, id),
  foreign key (tenant_id, lot_id) references lot (tenant_id, id)
);
create index plate_lookup_account on plate_lookup (tenant_id, account_id, at);
create index plate_lookup_at on plate_lookup (tenant_id, at);
create index plate_lookup_plate on plate_lookup (tenant_id, plate);
create index plate_lookup_lot on plate_lookup (tenant_id, lot_id);
select tenant_table('plate_lookup');
select searched_by_plate('plate_lookup');

-- Messages and calls to an owner after a look-up.
create table plate_contact (
  tenant_id int not null references tenant,
  id uuid not null,
  lookup_id uuid not null,
  at timestamptz not null,
  kind text not null check (kind in ('sms', 'call')),
  -- The SMS, or the call's number at its provider.
  reference text not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, lookup_id) references plate_lookup (tenant_id, id)
);
create index plate_contact_lookup on plate_contact (tenant_id, lookup_id, at);
select tenant_table('plate_contact');

-- One row per account: whoever counts look-ups locks it.
create table plate_lookup_turn (
  tenant_id int not null references tenant,
  account_id uuid not null,
  last_at timestamptz not null,
  primary key (tenant_id, account_id)
);
select tenant_table('plate_lookup_turn');
