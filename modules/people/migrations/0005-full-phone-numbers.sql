-- Phone numbers are masked for roles without the permission to see them in full. The standard operator role, whose
-- holders call owners and drivers, has it, as in a new tenant.
update role set permissions = permissions || '{phone.view}'
where code = 'operator' and not is_admin and not 'phone.view' = any(permissions);
