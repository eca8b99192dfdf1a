-- When a tenant's people and customers are left in peace; without a row from 21:00 to 09:00.
create table quiet_hours (
  tenant_id int primary key references tenant,
  version int not null,
  updated_at timestamptz not null,
  -- Both or neither; neither for a tenant without quiet hours.
  quiet_from text,
  quiet_to text,
  check ((quiet_from is null) = (quiet_to is null))
);
select tenant_table('quiet_hours');

-- What a tenant changed about a kind of reminder; without a row the kind's own values hold.
create table reminder_rule (
  tenant_id int not null references tenant,
  kind text not null,
  version int not null,
  updated_at timestamptz not null,
  is_active boolean not null,
  days int not null check (days between 0 and 365),
  every_days int not null check (every_days between 1 and 365),
  most_times int not null check (most_times between 1 and 20),
  is_to_owner boolean not null,
  is_to_staff boolean not null,
  primary key (tenant_id, kind)
);
select tenant_table('reminder_rule');

-- Subjects that a reminder is due for, as long as it is: how often their people were reminded, and when last.
create table reminder (
  tenant_id int not null references tenant,
  kind text not null,
  subject text not null,
  -- The moment the reminder is about, such as the end of a pack; another one is reminded of anew.
  occasion timestamptz,
  last_at timestamptz not null,
  -- 0 while nobody could be reached.
  times int not null,
  primary key (tenant_id, kind, subject)
);
select tenant_table('reminder');
