create table alarm (
  tenant_id int not null references tenant,
  id uuid not null,
  raised_at timestamptz not null,
  kind text not null,
  severity text not null check (severity in ('high', 'medium', 'low')),
  state text not null default 'new' check (state in ('new', 'claimed', 'handled', 'false-alarm')),
  lot_id uuid,
  lane_id uuid,
  plate text,
  description_zh text not null,
  description_en text not null,
  picture text,
  passing_id uuid,
  order_id uuid,
  claimed_by uuid,
  claimed_by_name text,
  claimed_at timestamptz,
  closed_at timestamptz,
  note text,
  primary key (tenant_id, id),
  foreign key (tenant_id, lot_id) references lot (tenant_id, id),
  foreign key (tenant_id, lane_id) references lane (tenant_id, id)
);
create index alarm_lot on alarm (tenant_id, lot_id, id);
create index alarm_kind on alarm (tenant_id, lot_id, kind, raised_at);
create index alarm_lane on alarm (tenant_id, lane_id, id);
create index alarm_state on alarm (tenant_id, state, id);
create index alarm_plate on alarm (tenant_id, plate, id);
create index alarm_passing on alarm (tenant_id, passing_id) where passing_id is not null;
create index alarm_order on alarm (tenant_id, order_id) where order_id is not null;
select tenant_table('alarm');
create view alarm_fact with (security_invoker = true) as
  select tenant_id, id, state, lot_id, plate, passing_id, order_id from alarm;
grant select on alarm_fact to boyun_app, boyun_system;
