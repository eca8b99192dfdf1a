import type { EventRow, Projection, Query } from '@boyun/kernel/server';
import { countEvent, countedKinds, type Metric } from './count-event.service.ts';
import { applyMoves } from './stat-move.queries.ts';

const HOUR_MS = 3_600_000;

interface Sum {
  readonly tenantId: number;
  readonly lotId: string;
  readonly hour: Date;
  readonly metric: Metric;
  readonly dimension: string;
  count: number;
  amountFen: number;
  seconds: number;
}

function sumUp(events: readonly EventRow[]): Sum[] {
  const sums = new Map<string, Sum>();
  for (const { tenantId, lotId, at, ...event } of events) {
    if (lotId === null) continue;
    const hour = Math.floor(at.getTime() / HOUR_MS) * HOUR_MS;
    for (const { metric, dimension, count, amountFen, seconds = 0 } of countEvent(event)) {
      const key = `${tenantId} ${hour} ${lotId} ${metric} ${dimension}`;
      const sum = sums.get(key) ?? {
        tenantId,
        lotId,
        hour: new Date(hour),
        metric,
        dimension,
        count: 0,
        amountFen: 0,
        seconds: 0,
      };
      sum.count += count;
      sum.amountFen += amountFen;
      sum.seconds += seconds;
      sums.set(key, sum);
    }
  }
  return [...sums.values()];
}

/** Adds sums to a table of them: `stat_hour`, `stat_third` or `stat_total`; the moment is what the column takes of `one.start`. */
async function add(query: Query, table: string, column: string, moment: string, sums: readonly Sum[]): Promise<void> {
  await query(
    `insert into ${table} as s (tenant_id, ${column}, lot_id, metric, dimension, count, amount_fen, seconds)
     select tenant_id, ${moment}, lot_id, metric, dimension, sum(count), sum(amount_fen), sum(seconds)
     from unnest($1::int[], $2::timestamptz[], $3::uuid[], $4::text[], $5::text[], $6::bigint[], $7::bigint[], $8::bigint[])
       as one(tenant_id, start, lot_id, metric, dimension, count, amount_fen, seconds)
     group by 1, 2, 3, 4, 5
     on conflict (tenant_id, ${column}, lot_id, metric, dimension)
     do update set count = s.count + excluded.count, amount_fen = s.amount_fen + excluded.amount_fen,
       seconds = s.seconds + excluded.seconds`,
    [
      sums.map((one) => one.tenantId),
      sums.map((one) => one.hour),
      sums.map((one) => one.lotId),
      sums.map((one) => one.metric),
      sums.map((one) => one.dimension),
      sums.map((one) => one.count),
      sums.map((one) => one.amountFen),
      sums.map((one) => one.seconds),
    ],
  );
}

/** Counts by lot and hour, and how cars moved by quarter of an hour and lot, from the event log; one statement a table and batch. */
export const statHour: Projection = {
  name: 'stat-hour',
  kinds: countedKinds,
  tables: ['stat_hour', 'stat_third', 'stat_total', 'stat_quarter', 'stat_day'],
  async apply(query: Query, events, table) {
    const sums = sumUp(events);
    if (sums.length === 0) return;
    await add(query, table('stat_hour'), 'hour', 'one.start', sums);
    const third = "date_bin('8 hours', one.start, timestamptz '2000-01-01T00:00:00Z')";
    await add(query, table('stat_third'), 'third', third, sums);
    await add(query, table('stat_total'), 'day', "(one.start at time zone 'UTC')::date", sums);
    await applyMoves(query, events, table);
  },
};
