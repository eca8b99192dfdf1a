import type { TenantTx } from '@boyun/kernel/server';
import { dayRanges } from './stat-range.service.ts';
import { type StatSum, sumStretches } from './stat-sum.queries.ts';

/** Figures of a stretch of time. */
export interface Figures {
  readonly entries: number;
  readonly exits: number;
  readonly closed: number;
  readonly voided: number;
  readonly receivedFen: number;
  readonly feeFen: number;
  readonly reducedFen: number;
  readonly unpaidCount: number;
  readonly unpaidFen: number;
  /** Number of stays that ended with an exit, and their total duration. */
  readonly stays: number;
  readonly staySeconds: number;
}

/** Combines sums into the displayed figures. */
export function figuresOf(sums: readonly StatSum[]): Figures {
  const figures = {
    entries: 0,
    exits: 0,
    closed: 0,
    voided: 0,
    receivedFen: 0,
    feeFen: 0,
    reducedFen: 0,
    unpaidCount: 0,
    unpaidFen: 0,
    stays: 0,
    staySeconds: 0,
  };
  for (const { metric, dimension, count, amountFen, seconds } of sums) {
    if (metric === 'entry') figures.entries += count;
    if (metric === 'exit') figures.exits += count;
    if (metric === 'close') figures.closed += count;
    if (metric === 'exit' || metric === 'close') figures.feeFen += amountFen;
    if (metric === 'void') figures.voided += count;
    // The fee of a car still inside was not counted, so voiding subtracts nothing.
    if (metric === 'void' && dimension === 'left') figures.feeFen -= amountFen;
    if (metric === 'received') figures.receivedFen += amountFen;
    if (metric === 'reduced') figures.reducedFen += amountFen;
    if (metric === 'stay') {
      figures.stays += count;
      figures.staySeconds += seconds;
    }
    if (metric === 'unpaid') {
      figures.unpaidCount += count;
      figures.unpaidFen += amountFen;
    }
  }
  return figures;
}

/** Returns sums by dimension, the largest first. */
export function sharesOf(sums: readonly StatSum[]): [string, { count: number; amountFen: number }][] {
  const found = new Map<string, { count: number; amountFen: number }>();
  for (const { dimension, count, amountFen } of sums) {
    const share = found.get(dimension ?? '') ?? { count: 0, amountFen: 0 };
    share.count += count;
    share.amountFen += amountFen;
    found.set(dimension ?? '', share);
  }
  return [...found].sort(
    ([one, a], [two, b]) => b.amountFen - a.amountFen || b.count - a.count || one.localeCompare(two),
  );
}

/** Returns the figures of a lot for today in its time zone. */
export async function figuresOfToday(tx: TenantTx, lotId: string, zone: string): Promise<Figures> {
  return figuresOf(await sumStretches(tx, [lotId], [dayRanges(tx.now.getTime(), zone).today], []));
}
