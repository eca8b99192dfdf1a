import { noPlate } from '@boyun/domain/plate';
import type { TenantTx } from '@boyun/kernel/server';
import type { Range } from '../stat/stat-range.service.ts';

/** A number of stays of a length that ended in an hour of the day. */
export interface StayHour {
  readonly fromMinutes: number;
  readonly hour: number;
  readonly count: number;
}

/** Counts the stays that ended in a stretch by length and by hour of the day in a zone. */
export function countStayHours(
  tx: TenantTx,
  lotIds: readonly string[],
  { fromMs, toMs }: Range,
  zone: string,
): Promise<StayHour[]> {
  return tx.query<StayHour>(
    `select s.dimension::int as "fromMinutes", extract(hour from s.hour at time zone $5)::int as hour, sum(s.count)::bigint as count
     from stat_hour s
     where s.tenant_id = $1 and s.lot_id = any($2::uuid[]) and s.hour >= $3 and s.hour < $4 and s.metric = 'stay'
     group by 1, 2 having sum(s.count) <> 0 order by 1, 2`,
    [tx.tenantId, lotIds, new Date(fromMs), new Date(toMs), zone],
  );
}

/** A number of plates that parked in the same periods. */
export interface PlateCount {
  /** A bit for each period in which they parked, the lowest for the oldest. */
  readonly seen: number;
  /** A bit for each in which they parked more than once. */
  readonly again: number;
  readonly count: number;
}

/** Sorting and hashing half a year of stays in memory. */
const WORK_MEMORY = '64MB';

/** Counts plates by the periods in which they parked, which begin at the given moments; cars without a plate are left out. */
export async function countReturning(
  tx: TenantTx,
  lotIds: readonly string[],
  starts: readonly Date[],
): Promise<PlateCount[]> {
  await tx.query("select set_config('work_mem', $1, true)", [WORK_MEMORY]);
  return tx.query<PlateCount>(
    `with parked as (
       select o.plate, width_bucket(o.entered_at, $3::timestamptz[]) - 1 as period, (count(*) > 1)::int as again
       from stay_fact o
       where o.tenant_id = $1 and o.lot_id = any($2::uuid[]) and o.entered_at >= $4 and o.id >= first_uuid($4::timestamptz - interval '1 day')
         and o.parking_state <> 'void' and o.plate <> $5
       group by 1, 2
     ), marked as (
       select sum(1 << period) as seen, sum(again << period) as again from parked group by plate
     )
     select seen::int, again::int, count(*)::int from marked group by 1, 2 order by 1, 2`,
    [tx.tenantId, lotIds, starts, starts[0], noPlate],
  );
}

/** What was counted for a question since a moment, and when; null where it was not. */
export async function findKept(
  tx: TenantTx,
  asked: string,
  since: Date,
): Promise<{ at: Date; counts: readonly PlateCount[] } | null> {
  const [kept] = await tx.query<{ at: Date; counts: readonly PlateCount[] }>(
    'select at, counts from kept_returning where tenant_id = $1 and asked = $2 and at > $3',
    [tx.tenantId, asked, since],
  );
  return kept ?? null;
}

/** Keeps what was counted, and removes what is older than a moment. */
export async function keepCounts(
  tx: TenantTx,
  asked: string,
  { counts, since }: { readonly counts: readonly PlateCount[]; readonly since: Date },
): Promise<void> {
  await tx.query('delete from kept_returning where tenant_id = $1 and at <= $2', [tx.tenantId, since]);
  await tx.query(
    `insert into kept_returning (tenant_id, asked, at, counts) values ($1, $2, $3, $4)
     on conflict (tenant_id, asked) do update set at = $3, counts = $4`,
    [tx.tenantId, asked, tx.now, JSON.stringify(counts)],
  );
}
