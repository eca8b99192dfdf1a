import type { Paging } from '@boyun/kernel/contract';
import { handleReport, lotCondition, type TenantTx } from '@boyun/kernel/server';
import { sentryDataByPerson, sentryDataBySentry, sentryDataByShift } from './sentry-data.contract.ts';
import { type DutyFigures, type DutyGroup, sumDuty } from './sentry-data.queries.ts';

const DAY_MS = 24 * 3_600_000;
/** Days covered when no period is chosen. */
const USUAL_DAYS = 31;

interface DutyFilters {
  readonly lotId: string | null;
  readonly sentryId: string | null;
  readonly from: Date | null;
  readonly to: Date | null;
}

const KEYS = [
  'shiftCount',
  'dutySeconds',
  'entryCount',
  'exitCount',
  'cashCount',
  'cashFen',
  'differenceFen',
  'freeCount',
  'forcedCount',
  'operationCount',
] as const satisfies readonly (keyof DutyFigures)[];

/** Hours to one decimal, rounded from the total: the sum of rounded parts would differ from it. */
function inHours<T extends { readonly dutySeconds: number }>({ dutySeconds, ...rest }: T) {
  return { ...rest, dutyHours: Math.round(dutySeconds / 360) / 10 };
}

async function dutyPage<Row>(tx: TenantTx, filters: DutyFilters, paging: Paging, by: DutyGroup) {
  const from = filters.from ?? new Date((filters.to ?? tx.now).getTime() - USUAL_DAYS * DAY_MS);
  const where = lotCondition(tx.who, 's')
    .add('s.lot_id = ?', filters.lotId)
    .add('s.sentry_id = ?', filters.sentryId)
    .add('s.opened_at >= ?', from)
    .add('s.opened_at <= ?', filters.to);
  const all = await sumDuty<Row>(tx, where, by);
  const sums = Object.fromEntries(KEYS.map((key) => [key, all.reduce((sum, row) => sum + row[key], 0)])) as Record<
    keyof DutyFigures,
    number
  >;
  const start = (paging.page - 1) * paging.perPage;
  return {
    rows: all.slice(start, start + paging.perPage).map(inHours),
    total: all.length,
    totals: inHours(sums),
  };
}

/** Duty statistics by shift, by booth and by person, all from the same shifts. */
export const sentryDataReports = [
  handleReport(sentryDataByShift, (tx, filters, paging) => dutyPage(tx, filters, paging, 'shift')),
  handleReport(sentryDataBySentry, (tx, filters, paging) => dutyPage(tx, filters, paging, 'sentry')),
  handleReport(sentryDataByPerson, (tx, filters, paging) => dutyPage(tx, filters, paging, 'person')),
];
