-- Which LCD displays can be reached, for the console.
create view lcd_fact with (security_invoker = true) as
  select tenant_id, id, name, lot_id, state from lcd where is_active;
grant select on lcd_fact to boyun_app, boyun_system;
