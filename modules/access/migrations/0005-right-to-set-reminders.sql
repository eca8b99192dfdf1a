-- Who could set the rule of reminders of debts may set all reminders.
update role set permissions = array_replace(permissions, 'arrears.rule', 'reminder.set') where 'arrears.rule' = any(permissions);
