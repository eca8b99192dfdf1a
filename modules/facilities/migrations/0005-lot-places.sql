-- Where lots are, and what their areas shall receive in a month.
create or replace view lot_fact with (security_invoker = true) as
  select tenant_id, id, created_at, name, code, kind, state, area_id, outer_lot_id, address, time_zone, capacity,
    ev_spots, accessible_spots, fixed_spots, rented_spots, shared_spots, has_debt_collection, overstay_hours,
    region_id, longitude, latitude
  from lot;
create or replace view area_fact with (security_invoker = true) as
  select tenant_id, id, name, target_fen from area;
create view region_fact with (security_invoker = true) as
  select tenant_id, id, name, parent_id from region;
grant select on region_fact to boyun_app, boyun_system;
-- The lots of a part of the map.
create index lot_place on lot (tenant_id, longitude, latitude) where longitude is not null;
