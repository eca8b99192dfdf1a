-- Drivers find their bookings and spots by the mobile they proved.
create index shared_booking_mobile on shared_booking (tenant_id, mobile, from_at);
create index spot_owner_mobile on spot_owner (tenant_id, mobile);
