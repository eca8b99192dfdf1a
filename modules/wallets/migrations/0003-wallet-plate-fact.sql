-- Whose wallet a plate is bound to.
create view wallet_plate_fact with (security_invoker = true) as select tenant_id, plate, wallet_id from wallet_plate;
grant select on wallet_plate_fact to boyun_app, boyun_system;
