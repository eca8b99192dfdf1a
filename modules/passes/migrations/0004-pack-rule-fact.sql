-- What packs cover, for the check of reductions against each other.
create view pack_rule_fact with (security_invoker = true) as
  select tenant_id, id, name, lot_ids, daily_from, daily_to, is_on_sale from pack_rule;
grant select on pack_rule_fact to boyun_app, boyun_system;
