import { addMonths, dayKey, dayOfKey, keyOfDay, zoneClock } from '@boyun/domain/period';
import { Refusal } from '@boyun/kernel/contract';
import type { TenantTx } from '@boyun/kernel/server';
import { findLots, type LotPlace } from '../console/console.queries.ts';
import type { Range } from '../stat/stat-range.service.ts';
import { type StatSum, sumStretches } from '../stat/stat-sum.queries.ts';
import { STATEMENT_PERIODS, type StatementBy, statementRefusal } from './statement-period.contract.ts';

/** What a statement was asked for. */
export interface Asked {
  readonly by: StatementBy | null;
  readonly from: string | null;
  readonly to: string | null;
}

/** A period by its name and first day. */
export interface StatementPeriod {
  readonly key: string;
  readonly firstDay: number;
}

const KEY_LENGTH: Readonly<Record<StatementBy, number>> = { day: 10, month: 7, year: 4 };

/** The first day of the period a day lies in, moved on by a number of periods. */
function startOf(by: StatementBy, dayNumber: number, on: number): number {
  if (by === 'day') return dayNumber + on;
  const [year = 0, month = 1] = keyOfDay(dayNumber).split('-').map(Number);
  const months = by === 'month' ? year * 12 + month - 1 + on : (year + on) * 12;
  const text = `${String(Math.floor(months / 12)).padStart(4, '0')}-${String((months % 12) + 1).padStart(2, '0')}-01`;
  return dayOfKey(text);
}

/** The periods that a statement shows, oldest first. Throws a refusal where there would be too many. */
export function periodsOf(asked: Asked, today: number): StatementPeriod[] {
  const by = asked.by ?? 'day';
  const { most, usual } = STATEMENT_PERIODS[by];
  const last = asked.to ? dayOfKey(asked.to) : today;
  const first = startOf(by, asked.from ? dayOfKey(asked.from) : startOf(by, last, 1 - usual), 0);
  if (first > last) throw new Refusal(statementRefusal['days-order']);
  const periods: StatementPeriod[] = [];
  for (let firstDay = first; firstDay <= last; firstDay = startOf(by, firstDay, 1)) {
    if (periods.length === most) throw new Refusal(statementRefusal['too-many'], { count: String(most) });
    periods.push({ key: keyOfDay(firstDay).slice(0, KEY_LENGTH[by]), firstDay });
  }
  return periods;
}

/** What periods are compared with. */
type Compared = 'before' | 'year-before';

const DAY_MS = 86_400_000;

/** The first day of what a period is compared with; the year before 29 February is 28 February. */
function comparedStart(by: StatementBy, firstDay: number, compared: Compared): number {
  if (compared === 'before') return startOf(by, firstDay, -1);
  return dayOfKey(dayKey(addMonths(firstDay * DAY_MS, -12, 'UTC'), 'UTC'));
}

/** The figures of a lot in a period. */
export interface LotPeriod {
  readonly key: string;
  readonly lot: LotPlace;
  /** The period by the clock of the lot. */
  readonly range: Range;
  readonly sums: readonly StatSum[];
}

/**
 * The figures of the lots the caller may see, or of one of them, in each period, in the order of the periods; each lot has days of its own.
 * With `compared`, those before each period or a year before it, under the names of the periods.
 */
export async function figuresByPeriod(
  tx: TenantTx,
  asked: Asked & { readonly lotId: string | null },
  compared: Compared | null = null,
): Promise<LotPeriod[]> {
  // Accounts limited to their own records see no totals.
  const lots = tx.who.isOwnOnly ? [] : await findLots(tx, asked.lotId ? [asked.lotId] : null);
  const today = zoneClock(tx.who.zone).dayOf(tx.now.getTime());
  const by = asked.by ?? 'day';
  const periods = periodsOf(asked, today).map((one) => {
    const firstDay = compared ? comparedStart(by, one.firstDay, compared) : one.firstDay;
    return { key: one.key, firstDay, nextDay: startOf(by, firstDay, 1) };
  });
  const all: LotPeriod[] = [];
  for (const [zone, places] of Map.groupBy(lots, (one) => one.zone)) {
    const clock = zoneClock(zone);
    const ranges = periods.map(({ firstDay, nextDay }) => ({
      fromMs: clock.dayStart(firstDay),
      toMs: clock.dayStart(nextDay),
    }));
    const sums = await sumStretches(
      tx,
      places.map((one) => one.id),
      ranges,
      ranges.map((_, index) => index),
    );
    const placed = Map.groupBy(sums, (one) => `${one.range} ${one.lotId}`);
    for (const [index, { key }] of periods.entries())
      for (const lot of places)
        all.push({ key, lot, range: ranges[index]!, sums: placed.get(`${index} ${lot.id}`) ?? [] });
  }
  return all.sort((a, b) => (a.key === b.key ? 0 : a.key < b.key ? -1 : 1));
}
