-- An ordinary invoice (普通发票), or a special one (增值税专用发票), whose tax the buyer deducts: for enterprises only.
alter table invoice add column invoice_type text not null default 'ordinary' check (invoice_type in ('ordinary', 'special'));
alter table invoice alter column invoice_type drop default;
alter table invoice add check (invoice_type = 'ordinary' or title_type = 1);

-- Whether special invoices can be asked for.
alter table invoice_set add column has_special boolean not null default false;
alter table invoice_set alter column has_special drop default;
