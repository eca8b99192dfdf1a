-- Who deals with a waiting car, until when; nobody once the time is over.
alter table waiting_car
  add column claimed_by uuid,
  add column claimed_by_name text,
  add column claimed_until timestamptz,
  add check ((claimed_by is null) = (claimed_until is null) and (claimed_by is null) = (claimed_by_name is null));
