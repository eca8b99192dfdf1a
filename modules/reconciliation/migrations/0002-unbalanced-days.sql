-- The console counts the days that do not balance, of years of days.
create index channel_day_unbalanced on channel_day (tenant_id, day desc, id) where is_unbalanced;
