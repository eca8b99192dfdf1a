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
 * lot and dimension. Reads a row per full day, else per third of a day or hour, and events only for ends that are no full hour.
 */
export async function sumStretches(
  tx: TenantTx,
  lotIds: readonly string[],
  ranges: readonly Range[],
  detailed: readonly number[],
): Promise<StatSum[]> {
  if (lotIds.length === 0) return [];
  const days: Part[] = [];
  const thirds: Part[] = [];
  const hours: Part[] = [];
  const rest: Part[] = [];
  ranges.forEach((one, range) => {
    const cut = cutRange(one);
    const part = ({ fromMs, toMs }: Range) => ({ range, from: new Date(fromMs), to: new Date(toMs) });
    if (cut.days) days.push(part(cut.days));
    thirds.push(...cut.thirds.map(part));
    hours.push(...cut.hours.map(part));
    rest.push(...cut.rest.map(part));
  });
  return [
    ...(await sumRows(tx, DAYS, lotIds, days, detailed)),
    ...(await sumRows(tx, THIRDS, lotIds, thirds, detailed)),
    ...(await sumRows(tx, HOURS, lotIds, hours, detailed)),
    ...(await sumEvents(tx, lotIds, rest, detailed)),
  ];
}

/** A table of sums, and how its column says when. */
interface SumTable {
  readonly table: string;
  readonly moment: string;
  readonly type: string;
  write(at: Date): Date | string;
}

const HOURS: SumTable = { table: 'stat_hour', moment: 's.hour', type: 'timestamptz', write: (at) => at };
const THIRDS: SumTable = { ...HOURS, table: 'stat_third', moment: 's.third' };
const DAYS: SumTable = {
  table: 'stat_total',
  moment: 's.day',
  type: 'date',
  write: (at) => at.toISOString().slice(0, 10),
};

async function sumRows(
  tx: TenantTx,
  { table, moment, type, write }: SumTable,
  lotIds: readonly string[],
  parts: readonly Part[],
  detailed: readonly number[],
): Promise<StatSum[]> {
  if (parts.length === 0) return [];
  return tx.query<StatSum>(
    `select r.range, case when r.is_detailed then s.lot_id end as "lotId", s.metric,
       case when r.is_detailed or s.metric = 'void' then s.dimension end as dimension,
       sum(s.count)::bigint as count, sum(s.amount_fen)::bigint as "amountFen",
       sum(s.seconds)::bigint as seconds
     from unnest($3::int[], $4::${type}[], $5::${type}[], $6::boolean[]) as r(range, start, stop, is_detailed)
     join ${table} s on s.tenant_id = $1 and ${moment} >= r.start and ${moment} < r.stop and s.lot_id = any($2::uuid[])
     group by 1, 2, 3, 4`,
    [
      tx.tenantId,
      lotIds,
      parts.map((one) => one.range),
      parts.map((one) => write(one.from)),
      parts.map((one) => write(one.to)),
      parts.map((one) => detailed.includes(one.range)),
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
  if (parts.length === 0) return [];
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
