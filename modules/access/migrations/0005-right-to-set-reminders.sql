-- Who could set the rule of reminders of debts may set all reminders, and see the page of push settings.
update role set permissions = array_replace(permissions, 'arrears.rule', 'reminder.set') || '{push-rule.list}'::text[]
where 'arrears.rule' = any(permissions) and not 'push-rule.list' = any(permissions);
update role set permissions = array_replace(permissions, 'arrears.rule', 'reminder.set') where 'arrears.rule' = any(permissions);
