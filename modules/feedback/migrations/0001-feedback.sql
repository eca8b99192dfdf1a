-- What drivers tell of a lot, from a page without signing in.
create table feedback (
  tenant_id int not null references tenant,
  id uuid not null,
  feedback_no text not null,
  -- By which its driver sees what came of it.
  code text not null,
  -- Of the page it was written from, and what that page made up for this one writing: sent twice, it is written once.
  source_code text not null,
  request_key uuid not null,
  lot_id uuid not null,
  order_id uuid,
  created_at timestamptz not null,
  kind text not null check (kind in ('fee', 'device', 'service', 'suggestion', 'other')),
  content text not null,
  plate text,
  mobile text,
  state text not null default 'new' check (state in ('new', 'claimed', 'answered', 'closed')),
  claimed_by uuid,
  claimed_by_name text,
  claimed_at timestamptz,
  closed_at timestamptz,
  closed_by_name text,
  close_note text,
  primary key (tenant_id, id),
  unique (tenant_id, feedback_no),
  unique (tenant_id, code),
  unique (tenant_id, request_key),
  foreign key (tenant_id, lot_id) references lot (tenant_id, id),
  foreign key (tenant_id, order_id) references parking_order (tenant_id, id),
  check ((state = 'new') = (claimed_by is null)),
  check ((state = 'closed') = (closed_at is not null))
);
create index feedback_created on feedback (tenant_id, created_at, id);
create index feedback_lot on feedback (tenant_id, lot_id, created_at, id);
create index feedback_open on feedback (tenant_id, state, created_at, id) where state in ('new', 'claimed');
create index feedback_source on feedback (tenant_id, source_code);
create index feedback_order on feedback (tenant_id, order_id) where order_id is not null;
create index feedback_plate on feedback (tenant_id, plate, created_at) where plate is not null;
select tenant_table('feedback');
create view feedback_fact with (security_invoker = true) as
  select tenant_id, id, lot_id, order_id, created_at, state from feedback;
grant select on feedback_fact to boyun_app, boyun_system;

-- Pictures of it; the same one is kept once.
create table feedback_picture (
  tenant_id int not null references tenant,
  id uuid not null,
  feedback_id uuid not null,
  at timestamptz not null,
  key text not null,
  digest text not null,
  primary key (tenant_id, id),
  unique (tenant_id, feedback_id, digest),
  foreign key (tenant_id, feedback_id) references feedback (tenant_id, id) on delete cascade
);
select tenant_table('feedback_picture');
select append_only('feedback_picture');

-- What was answered, by whom; nobody rewrites it.
create table feedback_answer (
  tenant_id int not null references tenant,
  id uuid not null,
  feedback_id uuid not null,
  at timestamptz not null,
  text text not null,
  actor_name text not null,
  has_sms boolean not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, feedback_id) references feedback (tenant_id, id) on delete cascade
);
create index feedback_answer_feedback on feedback_answer (tenant_id, feedback_id, id);
select tenant_table('feedback_answer');
select append_only('feedback_answer');
