import type { TenantTx } from '@boyun/kernel/server';
import { QUARTER_MS } from '../stat/stat-move.queries.ts';
import type { Range } from '../stat/stat-range.service.ts';

/** The change in a lot during a stretch: of the number of cars inside, and of the seconds they spent until its end. */
export interface LotMove {
  readonly range: number;
  readonly lotId: string;
  readonly change: number;
  readonly seconds: number;
}

/**
 * What moved in lots during stretches, numbered by their place; ends that are no full quarter count by the quarter. Seconds are computed with
 * `date_part`, which is exact for them: `extract` computes each of a hundred thousand quarters with decimals.
 */
export function sumMoves(tx: TenantTx, lotIds: readonly string[], ranges: readonly Range[]): Promise<LotMove[]> {
  return tx.query<LotMove>(
    `select r.range, q.lot_id, sum(q.inside_change)::int as change,
       sum(q.inside_seconds + q.inside_change * date_part('epoch', r.stop - q.quarter - interval '15 minutes'))::bigint as seconds
     from unnest($3::int[], $4::timestamptz[], $5::timestamptz[]) as r(range, start, stop)
     join stat_quarter q on q.tenant_id = $1 and q.quarter >= r.start and q.quarter < r.stop and q.lot_id = any($2::uuid[])
     group by 1, 2`,
    [
      tx.tenantId,
      lotIds,
      ranges.map((_, index) => index),
      ranges.map((one) => new Date(one.fromMs)),
      ranges.map((one) => new Date(one.toMs)),
    ],
  );
}

/** How many cars were inside each lot at a moment that begins a quarter. */
export async function carsInsideAt(
  tx: TenantTx,
  lotIds: readonly string[],
  atMs: number,
): Promise<ReadonlyMap<string, number>> {
  const rows = await tx.query<{ lotId: string; cars: number }>(
    `select lot_id, sum(change)::int as cars from (
       select lot_id, inside_change as change from stat_day
       where tenant_id = $1 and lot_id = any($2::uuid[]) and day < ($3::timestamptz at time zone 'UTC')::date
       union all
       select lot_id, inside_change from stat_quarter
       where tenant_id = $1 and lot_id = any($2::uuid[]) and quarter < $3
         and quarter >= date_trunc('day', $3::timestamptz at time zone 'UTC') at time zone 'UTC'
     ) as moved group by 1`,
    [tx.tenantId, lotIds, new Date(atMs)],
  );
  return new Map(rows.map((one) => [one.lotId, one.cars]));
}

/** The total change in some lots during a quarter. */
export interface Quarter {
  readonly startMs: number;
  readonly entries: number;
  readonly exits: number;
  readonly change: number;
  readonly seconds: number;
}

/** The quarters of a stretch in which something moved, oldest first. */
export async function findQuarters(tx: TenantTx, lotIds: readonly string[], range: Range): Promise<Quarter[]> {
  const rows = await tx.query<Omit<Quarter, 'startMs'> & { quarter: Date }>(
    `select quarter, sum(entries)::int as entries, sum(exits)::int as exits, sum(inside_change)::int as change,
       sum(inside_seconds)::bigint as seconds
     from stat_quarter where tenant_id = $1 and quarter >= $3 and quarter < $4 and lot_id = any($2::uuid[])
     group by 1 order by 1`,
    [tx.tenantId, lotIds, new Date(range.fromMs), new Date(range.toMs)],
  );
  return rows.map(({ quarter, ...one }) => ({ startMs: quarter.getTime(), ...one }));
}

/** The quarter a moment falls in begins here. */
export const quarterStart = (ms: number): number => Math.floor(ms / QUARTER_MS) * QUARTER_MS;

/** Returns how many cars went in and out of each lot of the tenant in the quarters of a stretch; lots where nothing moved are left out. */
export async function flowByLot(tx: TenantTx, range: Range): Promise<ReadonlyMap<string, number>> {
  const rows = await tx.query<{ lotId: string; cars: number }>(
    `select lot_id, sum(entries + exits)::int as cars from stat_quarter
     where tenant_id = $1 and quarter >= $2 and quarter < $3 group by 1`,
    [tx.tenantId, new Date(range.fromMs), new Date(range.toMs)],
  );
  return new Map(rows.map((one) => [one.lotId, one.cars]));
}
