-- Who saw a spot, and what became of it: changes of detectors count once they have lasted.
alter table spot_signal
  add source text not null default 'detector' check (source in ('detector', 'camera', 'person')),
  add outcome text not null default 'change' check (outcome in ('pending', 'change', 'repeat', 'flap', 'test', 'muted'));
create index spot_signal_pending on spot_signal (tenant_id, spot_id, happened_at) where outcome = 'pending';

-- A day of a spot: what its detector reported, and what people and cameras saw beside it. Summed for the present day and the one before.
create table spot_day (
  tenant_id int not null references tenant,
  spot_id uuid not null,
  lot_id uuid not null,
  day date not null,
  detector_no text,
  -- Changes that lasted, and those that did not.
  change_count int not null,
  flap_count int not null,
  -- Sightings by people and cameras: as the detector said, cars it missed, and cars it did not see leave.
  agreed_count int not null,
  missed_count int not null,
  stuck_count int not null,
  primary key (tenant_id, spot_id, day),
  foreign key (tenant_id, spot_id) references spot (tenant_id, id) on delete cascade,
  foreign key (tenant_id, lot_id) references lot (tenant_id, id)
);
create index spot_day_lot on spot_day (tenant_id, lot_id, day);
create index spot_day_day on spot_day (tenant_id, day, spot_id);
select tenant_table('spot_day');
