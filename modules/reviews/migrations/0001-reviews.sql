-- Approval levels per kind of request, with the amount from which each applies.
create table review_flow (
  tenant_id int not null references tenant,
  id uuid not null,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  kind text not null,
  level int not null check (level between 1 and 5),
  role text,
  amount_from_fen bigint not null check (amount_from_fen >= 0),
  is_enabled boolean not null,
  remark text,
  primary key (tenant_id, id)
);
create unique index review_flow_level on review_flow (tenant_id, kind, level);
select tenant_table('review_flow');

-- A request awaiting approval, and its outcome. Its subject belongs to other modules, which depend on this one, so it is
-- referenced by id without a foreign key.
create table review (
  tenant_id int not null references tenant,
  id uuid not null,
  review_no text not null,
  kind text not null,
  state text not null check (state in ('pending', 'approved', 'rejected', 'withdrawn')),
  -- The current level, from 1, and the role that decides at it.
  level int not null,
  role text,
  levels jsonb not null default '[]',
  lot_id uuid,
  subject_kind text not null,
  subject_id uuid not null,
  subject text not null,
  summary_zh text not null,
  summary_en text not null,
  changes jsonb not null default '[]',
  payload jsonb not null default '{}',
  amount_fen bigint,
  reason text not null,
  requested_by uuid not null,
  requested_by_name text not null,
  requested_at timestamptz not null,
  decided_by_name text,
  decided_at timestamptz,
  -- A change of an approval flow requested by a sole administrator takes effect at this time unless it is rejected.
  takes_effect_at timestamptz,
  -- The amount it adds to the sum of `counted_amount` once approved; it already counts while pending.
  counted_fen bigint not null default 0 check (counted_fen >= 0),
  primary key (tenant_id, id)
);
-- At most one pending request per kind and subject.
create unique index review_pending on review (tenant_id, kind, subject_id) where state = 'pending';
create index review_open on review (tenant_id, requested_at, id) where state = 'pending';
create index review_requested on review (tenant_id, requested_at, id);
create index review_takes_effect on review (tenant_id, takes_effect_at) where state = 'pending' and takes_effect_at is not null;
create index review_subject on review (tenant_id, subject_id);
select tenant_table('review');
create view review_fact with (security_invoker = true) as
  select tenant_id, state, subject_id from review;
grant select on review_fact to boyun_app, boyun_system;

-- Decisions by level; append-only.
create table review_step (
  tenant_id int not null references tenant,
  id uuid not null,
  review_id uuid not null,
  level int not null,
  act text not null check (act in ('submit', 'approve', 'reject', 'withdraw')),
  actor_id uuid not null,
  actor_name text not null,
  note text,
  at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, review_id) references review (tenant_id, id)
);
create index review_step_review on review_step (tenant_id, review_id);
select tenant_table('review_step');
select append_only('review_step');

-- Amounts manually waived on, or refunded for, an order, a pack or a card: one row per operation that took effect.
-- Thresholds of approval flows are compared with the sum, so that an amount cannot be split to stay below them. A
-- negative row reverses an operation that failed later.
create table counted_amount (
  tenant_id int not null references tenant,
  id uuid not null,
  subject_id uuid not null,
  kind text not null,
  amount_fen bigint not null check (amount_fen <> 0),
  at timestamptz not null,
  primary key (tenant_id, id)
);
create index counted_amount_subject on counted_amount (tenant_id, subject_id);
select tenant_table('counted_amount');
select append_only('counted_amount');
