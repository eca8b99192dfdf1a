import { type Kernel, type Sweep, sweepFound, systemWho, type TenantTx } from '@boyun/kernel/server';

/** How long after its end a day is summed up: no transaction is open that long. */
const SETTLED_AFTER = "interval '1 hour'";
/** Days one run sums up of a tenant at most. */
const MOST_DAYS = 400;

/** The first day of a tenant's ledger that is not summed up, where it has ended in all its zones; null where there is none. */
async function nextDay(tx: TenantTx): Promise<string | null> {
  const [row] = await tx.query<{ day: string | null }>(
    `with own as (
       select coalesce((select next_day from ledger_state where tenant_id = $1),
         (select ledger_day_of(e.at, l.time_zone, t.time_zone) from ledger_entry e left join lot_fact l on l.tenant_id = $1 and l.id = e.lot_id
          where e.tenant_id = $1 order by e.at limit 1)) as day, t.time_zone
       from tenant t where t.id = $1
     )
     select day from own where $2::timestamptz >= all (
       select (own.day + 1)::timestamp at time zone z.zone + ${SETTLED_AFTER}
       from (select own.time_zone as zone union select time_zone from lot_fact where tenant_id = $1) z)`,
    [tx.tenantId, tx.now],
  );
  return row?.day ?? null;
}

async function sumDay(tx: TenantTx): Promise<boolean> {
  await tx.lock('ledger-days');
  const day = await nextDay(tx);
  if (!day) return false;
  await tx.query(
    `insert into ledger_day (tenant_id, id, day, lot_id, account, party, debit_fen, credit_fen, entry_count)
     select $1, new_uuid($2), $3, e.lot_id, e.account, e.party, coalesce(sum(e.amount_fen) filter (where e.amount_fen > 0), 0),
       coalesce(-sum(e.amount_fen) filter (where e.amount_fen < 0), 0), count(*)
     from ledger_entry e join tenant t on t.id = e.tenant_id
     left join lot_fact l on l.tenant_id = e.tenant_id and l.id = e.lot_id
     where e.tenant_id = $1 and e.at >= ($3::date - interval '14 hours') at time zone 'UTC'
       and e.at < ($3::date + interval '36 hours') at time zone 'UTC' and ledger_day_of(e.at, l.time_zone, t.time_zone) = $3
     group by 4, 5, 6`,
    [tx.tenantId, tx.now, day],
  );
  await tx.query(
    `insert into ledger_state (tenant_id, next_day) values ($1, $2::date + 1)
     on conflict (tenant_id) do update set next_day = excluded.next_day`,
    [tx.tenantId, day],
  );
  return true;
}

/** Sums up, in the transaction of the caller, the days that have ended; returns the first that has not. Null where nothing was booked. */
export async function sumDaysIn(tx: TenantTx): Promise<string | null> {
  while (await sumDay(tx));
  const [state] = await tx.query<{ day: string }>('select next_day as day from ledger_state where tenant_id = $1', [
    tx.tenantId,
  ]);
  return state?.day ?? null;
}

/** Closes the days before one: the database refuses further entries of them. An earlier day opens those from it on. */
export async function setLedgerClosed(tx: TenantTx, before: string): Promise<void> {
  await tx.query('update ledger_state set closed_before = $2 where tenant_id = $1', [tx.tenantId, before]);
}

/** Sums up the days of a tenant's ledger that have ended. */
export async function sumDays({ database }: Pick<Kernel, 'database'>, tenantId: number): Promise<void> {
  for (let days = 0; days < MOST_DAYS; days += 1) if (!(await database.inTenant(systemWho(tenantId), sumDay))) return;
}

/** Sums up the ledger day by day, so that balances are found without reading every entry. */
export const ledgerDays: Sweep = {
  name: 'ledger-days',
  everySeconds: 600,
  run: (kernel) =>
    sweepFound(
      kernel,
      {
        sql: `select t.id as "tenantId" from tenant t left join ledger_state s on s.tenant_id = t.id
          where exists (select from ledger_entry e where e.tenant_id = t.id)
            and (s.next_day is null or s.next_day < $1::date)`,
        values: [kernel.clock.now().toISOString().slice(0, 10)],
      },
      ({ tenantId }) => sumDays(kernel, tenantId),
    ),
};
