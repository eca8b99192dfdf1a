-- What the verification found in a month that is over, kept so that it need not be read again. `month` is the first day of a UTC month.
create table verify_month (
  tenant_id int not null references tenant,
  month date not null,
  check_key text not null,
  -- Empty until it was checked.
  checked_at timestamptz,
  -- Something of the month changed after this check began: it is to be checked again.
  stale_at timestamptz,
  checked_count bigint not null default 0,
  broken_count bigint not null default 0,
  -- The first broken rows.
  broken jsonb not null default '[]',
  -- Sums of the month by key, for equations that go on over months.
  figures jsonb not null default '{}',
  took_ms int not null default 0,
  primary key (tenant_id, month, check_key)
);
select tenant_table('verify_month');

-- The verification under way, or the last one with its results.
create table verify_run (
  tenant_id int not null references tenant,
  started_at timestamptz not null,
  -- A run not heard of for a minute has ended with its process; the months it checked are kept.
  seen_at timestamptz not null,
  done_steps int not null,
  total_steps int not null,
  finished_at timestamptz,
  -- When all checks were last through, and what they found.
  last_full_at timestamptz,
  results jsonb,
  primary key (tenant_id)
);
select tenant_table('verify_run');

-- Events by the order or payment they name, for the checks of one month: the few of a correction, and those of payments.
create index event_recounted on event (tenant_id, (data->>'orderId') collate "C") where kind = 'stay.recounted';
create index event_payment on event (tenant_id, (data->>'paymentId') collate "C")
  where kind in ('payment.succeeded', 'payment.refunded', 'card.recharged', 'card.refunded');
-- The keys of the passings of one month.
create index passing_key_passing on passing_key (tenant_id, passing_id);
