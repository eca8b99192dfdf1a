-- What the operator lets a unit off a bill, and what was refunded of it. `paid_fen` is what was received, also of what went back later.
alter table unit_bill add column credit_fen bigint not null default 0 check (credit_fen between 0 and amount_fen);
alter table unit_bill add column refunded_fen bigint not null default 0 check (refunded_fen between 0 and paid_fen);

-- Whether the unit adds vehicles by itself; others wait for the operator.
alter table unit add column has_free_vehicles boolean not null default false;

-- Vehicles that a unit asks for; the review about it says how it went.
create table unit_vehicle_request (
  tenant_id int not null references tenant,
  id uuid not null,
  unit_id uuid not null,
  created_at timestamptz not null,
  plates text[] not null check (cardinality(plates) > 0),
  requested_by text not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, unit_id) references unit (tenant_id, id)
);
create index unit_vehicle_request_unit on unit_vehicle_request (tenant_id, unit_id, created_at);
select tenant_table('unit_vehicle_request');
