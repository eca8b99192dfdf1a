import { computeReport, type TenantTx } from '@boyun/kernel/server';
import { figuresOf } from '../stat/stat-figure.service.ts';
import { operationStatement, tradeStat } from './operation-statement.contract.ts';
import { figuresByPeriod, type LotPeriod } from './statement-period.service.ts';

/** Lots and periods in which something happened. */
export const operationStatementServer = computeReport(operationStatement, async ({ tx, filters }) => {
  const all = await figuresByPeriod(tx, filters);
  const refunds = await refundsOf(tx, all);
  const rows = all.flatMap(({ key, lot, sums }, index) => {
    const { exits, feeFen, reducedFen, receivedFen, unpaidFen } = figuresOf(sums);
    const refundedFen = refunds.get(index) ?? 0;
    const row = { exits, feeFen, reducedFen, receivedFen, refundedFen, unpaidFen };
    if (Object.values(row).every((value) => value === 0)) return [];
    return [{ id: `${key} ${lot.id}`, period: key, lotId: lot.id, ...row }];
  });
  return { rows, totals: totalsOf(rows, ['exits', 'feeFen', 'reducedFen', 'receivedFen', 'refundedFen', 'unpaidFen']) };
});

/** What was refunded in each of some periods of lots, by their position. */
async function refundsOf(tx: TenantTx, periods: readonly LotPeriod[]): Promise<ReadonlyMap<number, number>> {
  if (periods.length === 0) return new Map();
  const rows = await tx.query<{ at: number; amountFen: number }>(
    `select r.at, sum(f.amount_fen)::bigint as "amountFen"
     from unnest($2::int[], $3::uuid[], $4::timestamptz[], $5::timestamptz[]) as r(at, lot_id, start, stop)
     join refund_fact f on f.tenant_id = $1 and f.lot_id = r.lot_id and f.paid_at >= r.start and f.paid_at < r.stop
       and f.state = 'succeeded'
     where f.tenant_id = $1 and f.paid_at >= $6 and f.paid_at < $7
     group by 1`,
    [
      tx.tenantId,
      periods.map((_, index) => index),
      periods.map((one) => one.lot.id),
      periods.map((one) => new Date(one.range.fromMs)),
      periods.map((one) => new Date(one.range.toMs)),
      new Date(Math.min(...periods.map((one) => one.range.fromMs))),
      new Date(Math.max(...periods.map((one) => one.range.toMs))),
    ],
  );
  return new Map(rows.map((one) => [one.at, one.amountFen]));
}

/** Periods of all lots together. */
export const tradeStatServer = computeReport(tradeStat, async ({ tx, filters }) => {
  const [own, before, yearBefore] = [
    byPeriod(await figuresByPeriod(tx, filters)),
    byPeriod(await figuresByPeriod(tx, filters, 'before')),
    byPeriod(await figuresByPeriod(tx, filters, 'year-before')),
  ];
  const rows = [...own].map(([key, sums]) => {
    const { exits, receivedFen } = figuresOf(sums);
    const beforeFen = figuresOf(before.get(key) ?? []).receivedFen;
    const yearBeforeFen = figuresOf(yearBefore.get(key) ?? []).receivedFen;
    const growth = yearBeforeFen > 0 ? Math.round(((receivedFen - yearBeforeFen) * 10_000) / yearBeforeFen) : null;
    return { id: key, period: key, exits, receivedFen, beforeFen, yearBeforeFen, growth };
  });
  return { rows, totals: totalsOf(rows, ['exits', 'receivedFen', 'beforeFen', 'yearBeforeFen']) };
});

const byPeriod = (all: readonly LotPeriod[]) =>
  new Map([...Map.groupBy(all, (one) => one.key)].map(([key, lots]) => [key, lots.flatMap((one) => one.sums)]));

function totalsOf<R extends object>(rows: readonly R[], keys: readonly (keyof R & string)[]): Record<string, number> {
  return Object.fromEntries(keys.map((key) => [key, rows.reduce((sum, row) => sum + Number(row[key]), 0)]));
}
