-- What detectors of a lot do, and how long their changes must last until they count.
alter table lot
  add detector_use text not null default 'book' check (detector_use in ('book', 'show')),
  add detector_arrive_seconds int not null default 30 check (detector_arrive_seconds between 0 and 600),
  add detector_leave_seconds int not null default 10 check (detector_leave_seconds between 0 and 600);
create or replace view lot_fact with (security_invoker = true) as
  select tenant_id, id, created_at, name, code, kind, state, area_id, outer_lot_id, address, time_zone, capacity,
    ev_spots, accessible_spots, fixed_spots, rented_spots, shared_spots, has_debt_collection, overstay_hours,
    region_id, longitude, latitude, detector_arrive_seconds, detector_leave_seconds
  from lot;
