-- Who issues invoices (开票方): for one lot, or without a lot for all that have none of their own. One that is not in use turns invoices off there.
create table invoice_set (
  tenant_id int not null references tenant,
  id uuid not null,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  lot_id uuid,
  is_enabled boolean not null,
  provider text not null check (provider in ('sandbox', 'nuonuo')),
  issuer_name text not null,
  tax_number text not null,
  address text,
  phone text,
  bank_name text,
  bank_account text,
  drawer text not null,
  payee text,
  checker text,
  -- The most of one invoice, tax included; none where null.
  limit_fen bigint check (limit_fen > 0),
  -- For so many days after the payment drivers may ask by themselves.
  within_days int not null check (within_days > 0),
  -- The place that is let, for invoices of letting real estate (不动产经营租赁服务).
  property_region text,
  property_address text,
  extension_no text,
  app_key text,
  -- The platform's secret, encrypted with the product's own key, and its fingerprint.
  secret_sealed text,
  secret_mark text,
  secret_set_at timestamptz,
  remark text,
  primary key (tenant_id, id),
  foreign key (tenant_id, lot_id) references lot (tenant_id, id),
  unique nulls not distinct (tenant_id, lot_id),
  check ((property_region is null) = (property_address is null))
);
select tenant_table('invoice_set');

-- What an issuer names on invoices for a use of money, with the share of the amount and its tax.
create table invoice_service (
  tenant_id int not null references tenant,
  invoice_set_id uuid not null,
  number int not null check (number >= 1),
  use text not null check (use in ('parking', 'pack', 'top-up')),
  service_name text not null,
  goods_code text not null,
  tax_rate smallint not null check (tax_rate in (0, 1, 3, 5, 6, 9, 13)),
  policy text not null check (policy in ('normal', 'simple', 'exempt', 'untaxed')),
  ratio numeric(5, 2) not null check (ratio > 0 and ratio <= 100),
  primary key (tenant_id, invoice_set_id, number),
  foreign key (tenant_id, invoice_set_id) references invoice_set (tenant_id, id) on delete cascade,
  check (policy in ('normal', 'simple') or tax_rate = 0)
);
select tenant_table('invoice_service');

-- The access token of a platform, kept because it may be asked for few times a month.
create table invoice_token (
  tenant_id int not null references tenant,
  app_key text not null,
  token_sealed text not null,
  ends_at timestamptz not null,
  primary key (tenant_id, app_key)
);
select tenant_table('invoice_token');

-- An invoice, or a red letter (红字发票) that takes back a part of one; the amounts of a red letter are below zero.
create table invoice (
  tenant_id int not null references tenant,
  id uuid not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  kind text not null check (kind in ('blue', 'red')),
  -- The invoice that a red letter takes back.
  blue_id uuid,
  -- Those asked for at once share it.
  request_id uuid not null,
  invoice_set_id uuid not null,
  -- None where the bills are of several lots.
  lot_id uuid,
  -- Our number of it with the provider; one that is tried again after a failure gets another.
  request_no text not null,
  -- 1 not invoiced, 2 invoicing, 3 success, 4 failed, 5 given up.
  state smallint not null check (state between 1 and 5),
  source text not null check (source in ('office', 'scan', 'refund')),
  provider text not null check (provider in ('sandbox', 'nuonuo')),
  -- 1 enterprise, 2 personal.
  title_type smallint not null check (title_type in (1, 2)),
  title_name text not null,
  tax_number text,
  title_address text,
  title_phone text,
  title_bank text,
  title_account text,
  mobile text,
  email text,
  remark text,
  incl_fen bigint not null check (incl_fen <> 0 and (incl_fen > 0) = (kind = 'blue')),
  ex_fen bigint not null,
  tax_fen bigint not null,
  -- What red letters take back of it, those under way included.
  red_fen bigint not null default 0,
  reason text,
  actor_id uuid,
  actor_name text not null,
  attempt_count int not null default 0,
  -- When there is something to do: to ask the provider, to fetch the files.
  next_at timestamptz,
  provider_no text,
  invoice_no text,
  issued_at timestamptz,
  fail_reason text,
  -- Where the provider offers the files, and what is kept of them.
  file_urls jsonb,
  pdf_file text,
  ofd_file text,
  xml_file text,
  -- The code of the page that hands it over.
  link_code text not null,
  sent_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, request_no),
  foreign key (tenant_id, blue_id) references invoice (tenant_id, id),
  foreign key (tenant_id, invoice_set_id) references invoice_set (tenant_id, id),
  foreign key (tenant_id, lot_id) references lot (tenant_id, id),
  check ((kind = 'red') = (blue_id is not null)),
  check (incl_fen = ex_fen + tax_fen),
  check (red_fen between 0 and greatest(incl_fen, 0)),
  check ((state = 3) = (invoice_no is not null and issued_at is not null)),
  check (title_type = 2 or tax_number is not null)
);
create index invoice_created on invoice (tenant_id, created_at, id);
create index invoice_lot on invoice (tenant_id, lot_id, created_at, id);
create index invoice_blue on invoice (tenant_id, blue_id) where blue_id is not null;
create index invoice_set_used on invoice (tenant_id, invoice_set_id);
create index invoice_link on invoice (tenant_id, link_code);
create index invoice_open on invoice (tenant_id, state, created_at, id) where state <> 3;
create index invoice_due on invoice (next_at) where next_at is not null;
create index invoice_mobile on invoice (tenant_id, mobile, created_at) where mobile is not null;
select tenant_table('invoice');

create table invoice_line (
  tenant_id int not null references tenant,
  invoice_id uuid not null,
  -- That of a red letter is the line it takes back.
  number int not null check (number >= 1),
  use text not null check (use in ('parking', 'pack', 'top-up')),
  service_name text not null,
  goods_code text not null,
  tax_rate smallint not null,
  policy text not null,
  incl_fen bigint not null check (incl_fen <> 0),
  ex_fen bigint not null,
  tax_fen bigint not null,
  primary key (tenant_id, invoice_id, number),
  foreign key (tenant_id, invoice_id) references invoice (tenant_id, id),
  check (incl_fen = ex_fen + tax_fen)
);
select tenant_table('invoice_line');

-- What an invoice takes of each bill; of a red letter, below zero.
create table invoice_part (
  tenant_id int not null references tenant,
  invoice_id uuid not null,
  bill_id uuid not null,
  use text not null check (use in ('parking', 'pack', 'top-up')),
  amount_fen bigint not null check (amount_fen <> 0),
  primary key (tenant_id, invoice_id, bill_id),
  foreign key (tenant_id, invoice_id) references invoice (tenant_id, id),
  foreign key (tenant_id, bill_id) references bill (tenant_id, id)
);
create index invoice_part_bill on invoice_part (tenant_id, bill_id);
select tenant_table('invoice_part');

-- The titles a mobile has asked invoices for; read only after the mobile was proven.
create table invoice_title (
  tenant_id int not null references tenant,
  id uuid not null,
  mobile text not null,
  title_type smallint not null check (title_type in (1, 2)),
  title_name text not null,
  tax_number text,
  title_address text,
  title_phone text,
  title_bank text,
  title_account text,
  email text,
  used_at timestamptz not null,
  primary key (tenant_id, id),
  unique nulls not distinct (tenant_id, mobile, title_type, title_name, tax_number)
);
select tenant_table('invoice_title');

-- A driver's proof at the page of invoices: a code sent to a mobile, then the pass that opens what it proves.
create table invoice_pass (
  tenant_id int not null references tenant,
  id uuid not null,
  at timestamptz not null,
  address text not null,
  plate text,
  mobile text,
  -- The stay of the receipt by which it was asked for, or the payment whose number was entered.
  order_id uuid,
  payment_id uuid,
  -- Whether what was entered fits together: the mobile is known for the plate, the payment is of the plate. Without it nothing is shown.
  is_known boolean not null,
  code_hash text,
  try_count int not null default 0,
  proven_at timestamptz,
  pass_code text,
  primary key (tenant_id, id),
  check (proven_at is null or pass_code is not null)
);
create unique index invoice_pass_code on invoice_pass (tenant_id, pass_code) where pass_code is not null;
create index invoice_pass_at on invoice_pass (tenant_id, at, id);
create index invoice_pass_mobile on invoice_pass (tenant_id, mobile, at) where mobile is not null;
create index invoice_pass_address on invoice_pass (tenant_id, address, at);
select tenant_table('invoice_pass');

-- The sandbox provider's own books.
create table sandbox_invoice (
  tenant_id int not null references tenant,
  request_no text not null,
  invoice_no text not null,
  outcome text not null check (outcome in ('success', 'fail')),
  reason text,
  -- Until then it is under way.
  ready_at timestamptz not null,
  incl_fen bigint not null,
  primary key (tenant_id, request_no)
);
select tenant_table('sandbox_invoice');

-- Views that other modules may read.
create view invoice_fact with (security_invoker = true) as
  select tenant_id, id, kind, blue_id, lot_id, state, source, incl_fen, ex_fen, tax_fen, red_fen, created_at, issued_at from invoice;
create view invoice_line_fact with (security_invoker = true) as
  select tenant_id, invoice_id, number, tax_rate, incl_fen, ex_fen, tax_fen from invoice_line;
create view invoice_part_fact with (security_invoker = true) as
  select tenant_id, invoice_id, bill_id, amount_fen from invoice_part;
grant select on invoice_fact, invoice_line_fact, invoice_part_fact to boyun_app, boyun_system;
