-- What people wrote about a car, for their colleagues. A note is never changed; its author can delete it.
create table car_note (
  tenant_id int not null references tenant,
  id uuid not null,
  plate text not null,
  body text not null check (length(body) between 1 and 255),
  author_id uuid not null,
  author_name text not null,
  written_at timestamptz not null,
  primary key (tenant_id, id)
);
create index car_note_plate on car_note (tenant_id, plate, written_at desc);
select tenant_table('car_note');
