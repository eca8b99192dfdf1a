import { addDays, dayStart } from '@boyun/domain/period';
import { handle, type Kernel } from '@boyun/kernel/server';
import { getPlatformStat } from './platform-stat.contract.ts';

const DAY_MS = 86_400_000;
const RANKED = 20;

interface Flow {
  readonly entries: number;
  readonly exits: number;
  readonly receivedFen: number;
}

const FLOW = `coalesce(sum(s.count) filter (where s.metric = 'entry'), 0)::bigint as entries,
  coalesce(sum(s.count) filter (where s.metric = 'exit'), 0)::bigint as exits,
  coalesce(sum(s.amount_fen) filter (where s.metric = 'received'), 0)::bigint as "receivedFen"`;

/** A figure the modules count of every tenant, by tenant. */
async function figureOf(kernel: Kernel, name: string): Promise<Map<number, number>> {
  const figure = kernel.figures.find((one) => one.name === name)!;
  const rows = await kernel.database.systemOf.office<{ tenantId: number; value: number }>(figure.sql);
  return new Map(rows.map((one) => [one.tenantId, one.value]));
}

const sum = (values: Iterable<number>) => [...values].reduce((total, one) => total + one, 0);

/** The totals of all tenants, from the same hourly statistics as their consoles. */
export const getPlatformStatServer = handle(getPlatformStat, async (tx, { days }, _act, kernel) => {
  const { system } = kernel.database;
  const { zone } = tx.who;
  const daysAgo = (count: number) => new Date(dayStart(addDays(tx.now.getTime(), -count, zone), zone));
  const [from, before] = [daysAgo(days - 1), daysAgo(2 * days - 1)];
  const until = tx.now.getTime() - (from.getTime() - before.getTime());
  const [tenants] = await system<{
    active: number;
    expiring: number;
    expired: number;
    frozen: number;
    deleting: number;
    carsInside: number;
  }>(
    `select count(*) filter (where state = 'active' and (expires_at is null or expires_at > $1)) as active,
       count(*) filter (where state = 'active' and expires_at > $1 and expires_at <= $2) as expiring,
       count(*) filter (where state = 'active' and expires_at <= $1) as expired,
       count(*) filter (where state = 'frozen' and deletion_due_at is null) as frozen,
       count(*) filter (where deletion_due_at is not null) as deleting,
       (select coalesce(sum(cars_inside), 0)::bigint from lot_state_fact) as "carsInside"
     from tenant where kind = 'operator'`,
    [tx.now, new Date(tx.now.getTime() + 30 * DAY_MS)],
  );
  const flowOf = async (start: Date, end: Date) =>
    (await system<Flow>(`select ${FLOW} from stat_hour s where s.hour >= $1 and s.hour < $2`, [start, end]))[0]!;
  const curve = await system<Flow & { day: string }>(
    `select to_char(d.day, 'YYYY-MM-DD') as day, ${FLOW}
     from generate_series(($1::timestamptz at time zone $3)::date, ($2::timestamptz at time zone $3)::date, interval '1 day') as d(day)
     left join stat_hour s on s.hour >= $1 and s.hour < $2 and (s.hour at time zone $3)::date = d.day
     group by d.day order by d.day`,
    [from, tx.now, zone],
  );
  const ranking = await system<Flow & { id: number; name: string }>(
    `select t.id, t.name, ${FLOW} from tenant t
     left join stat_hour s on s.tenant_id = t.id and s.hour >= $1 and s.hour < $2
     where t.kind = 'operator' group by t.id, t.name order by 5 desc, 3 desc, t.id limit ${RANKED}`,
    [from, tx.now],
  );
  const [lots, devices, accounts] = [
    await figureOf(kernel, 'lotCount'),
    await figureOf(kernel, 'deviceCount'),
    await figureOf(kernel, 'accountCount'),
  ];
  const { carsInside, ...states } = tenants!;
  return {
    at: tx.now,
    tenants: states,
    lotCount: sum(lots.values()),
    deviceCount: sum(devices.values()),
    accountCount: sum(accounts.values()),
    carsInside,
    total: await flowOf(from, tx.now),
    before: await flowOf(before, new Date(until)),
    curve,
    ranking: ranking.map((one) => ({ ...one, id: `${one.id}`, lotCount: lots.get(one.id) ?? 0 })),
  };
});
