import type { TenantTx } from '@boyun/kernel/server';
import { countEvent, countedKinds, type Metric } from './count-event.service.ts';
import { cutRange, type Range } from './stat-range.service.ts';

/** A sum over one stretch; lot and dimension are set only where requested (the dimension of `void` always). */
export interface StatSum {
  readonly range: number;
  readonly lotId: string | null;
  readonly metric: Metric;
  readonly dimension: string | null;
  readonly count: number;
  readonly amountFen: number;
  readonly seconds: number;
}

interface Part {
  readonly range: number;
  readonly from: Date;
  readonly to: Date;
}

/**
 * Figures of some lots over some stretches of time, identified by position; the stretches in `detailed` also by
 * lot and dimension. Reads a row per hour, and events only for ends that are no full hour.
 */
export async function sumStretches(
  tx: TenantTx,
  lotIds: readonly string[],
  ranges: readonly Range[],
  detailed: readonly number[],
): Promise<StatSum[]> {
  if (lotIds.length === 0) return [];
  const hours: Part[] = [];
  const rest: Part[] = [];
  ranges.forEach((one, range) => {
    const cut = cutRange(one);
    const part = ({ fromMs, toMs }: Range) => ({ range, from: new Date(fromMs), to: new Date(toMs) });
    if (cut.hours) hours.push(part(cut.hours));
    rest.push(...cut.rest.map(part));
  });
  const sums = await sumHours(tx, lotIds, hours, detailed);
  return rest.length > 0 ? [...sums, ...(await sumEvents(tx, lotIds, rest, detailed))] : sums;
}

function sumHours(
  tx: TenantTx,
  lotIds: readonly string[],
  parts: readonly Part[],
  detailed: readonly number[],
): Promise<StatSum[]> {
  return tx.query<StatSum>(
    `select r.range, case when r.range = any($6::int[]) then s.lot_id end as "lotId", s.metric,
       case when r.range = any($6::int[]) or s.metric = 'void' then s.dimension end as dimension,
       sum(s.count)::bigint as count, sum(s.amount_fen)::bigint as "amountFen",
       sum(s.seconds)::bigint as seconds
     from unnest($3::int[], $4::timestamptz[], $5::timestamptz[]) as r(range, start, stop)
     join stat_hour s on s.tenant_id = $1 and s.hour >= r.start and s.hour < r.stop and s.lot_id = any($2::uuid[])
     group by 1, 2, 3, 4`,
    [
      tx.tenantId,
      lotIds,
      parts.map((one) => one.range),
      parts.map((one) => one.from),
      parts.map((one) => one.to),
      detailed,
    ],
  );
}

/** The kinds are literals in the statement, so that the partial index over exactly these is used. */
const KINDS = countedKinds.map((kind) => `'${kind}'`).join(', ');

async function sumEvents(
  tx: TenantTx,
  lotIds: readonly string[],
  parts: readonly Part[],
  detailed: readonly number[],
): Promise<StatSum[]> {
  const rows = await tx.query<{ range: number; lotId: string; kind: string; data: Record<string, unknown> }>(
    `select r.range, e.lot_id, e.kind, e.data
     from unnest($3::int[], $4::timestamptz[], $5::timestamptz[]) as r(range, start, stop)
     join event e on e.tenant_id = $1 and e.at >= r.start and e.at < r.stop and e.lot_id = any($2::uuid[])
       and e.kind in (${KINDS})`,
    [tx.tenantId, lotIds, parts.map((one) => one.range), parts.map((one) => one.from), parts.map((one) => one.to)],
  );
  return rows.flatMap(({ range, lotId, ...event }) =>
    countEvent(event).map((one) => ({
      range,
      metric: one.metric,
      count: one.count,
      amountFen: one.amountFen,
      seconds: one.seconds ?? 0,
      lotId: detailed.includes(range) ? lotId : null,
      dimension: detailed.includes(range) || one.metric === 'void' ? one.dimension : null,
    })),
  );
}
