-- What tenants owe the platform belongs to no lot: the tenant itself takes the money, through its channels for all lots.
alter table bill alter column lot_id drop not null;
alter table payment alter column lot_id drop not null;
alter table refund alter column lot_id drop not null;
alter table purchase alter column lot_id drop not null;
