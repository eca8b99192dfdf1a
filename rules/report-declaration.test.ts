import { expect, test } from 'vitest';
import { readContracts } from './module-door.ts';

const contracts = await readContracts();
const reports = contracts.flatMap((one) => one.reports);
const pages = contracts.flatMap((one) => one.pages);

/** Whether a page is in the report hub. */
const isOfHub = ({ area, path, isHidden }: (typeof pages)[number]) =>
  !isHidden && (area === 'report' || path.startsWith('/reportData/'));
const accessOf = ({ access }: { readonly access: unknown }) => (access as { readonly name?: string }).name;
/** The reports of the hub: those of its pages, or with the access of one. */
const ofHub = pages.filter(isOfHub).flatMap((page) => {
  const { report } = page;
  return report ? [report] : reports.filter((one) => accessOf(one) !== undefined && accessOf(one) === accessOf(page));
});

/** Reports whose rows are records themselves, with what a row opens. */
const RECORDS: Readonly<Record<string, string>> = {
  attendance: 'an entry of the clock, with its details',
  'card-use': 'one use of a card, with its order',
  'cash-flow': 'one movement of money, with its voucher',
  'composed-report': 'what a person composed',
  'composed-rows': 'its page opens the list of its dataset (`composed-rows.view.tsx`)',
  'free-passing': 'one passage, with its order',
  'lcd-play': 'what a display reported for an hour',
  'pack-event': 'one act on a pack, opens the pack',
  'refund-report': 'one refund, with its order',
  'sentry-data': 'one shift, opens the shift',
};
/** Figures without a link, by report. */
const UNLINKED: Readonly<Record<string, readonly [figures: readonly string[], reason: string]>> = {
  'coupon-report': [
    ['openCount', 'expiredCount'],
    'the list has no state for them: a coupon is open or expired by its day',
  ],
  'pack-count': [['activeCount'], 'packs in force now, whatever the period: the list of packs'],
  'trade-stat': [['beforeFen', 'yearBeforeFen'], 'the figure of another period, linked in the row of that period'],
};

test('every figure of the reports of the hub leads to the rows it counts', () => {
  expect(ofHub.length).toBeGreaterThan(20);
  const without = ofHub
    .filter(({ name }) => !(name in RECORDS))
    .flatMap((report) => {
      const linked = new Set((report.rowsAt ?? []).flatMap(({ figures }) => Object.keys(figures)));
      const excused = UNLINKED[report.name]?.[0] ?? [];
      return Object.entries(report.columns)
        .filter(([key, { kind }]) => (kind === 'money' || kind === 'integer') && key in (report.totals ?? {}))
        .filter(([key]) => !linked.has(key) && !excused.includes(key))
        .map(([key]) => `${report.name}: ${key}`);
    });
  expect(without).toEqual([]);
});

/** Reports with sums whose rows are not compared. */
const NOT_COMPARED: Readonly<Record<string, string>> = {
  'arrears-by-plate': 'plates that owe differ from month to month, and there are too many',
  'trade-stat': 'has the period before and the year before as columns',
};

test('the sums of the reports of the hub are compared row by row', () => {
  const without = ofHub.filter(
    ({ name, totals, filters, compared }) =>
      totals && 'from' in filters && !compared && !(name in RECORDS) && !(name in NOT_COMPARED),
  );
  expect(without.map(({ name }) => name)).toEqual([]);
});

test('reports link figures to a list that has their filters and sums, on a page its readers may open', () => {
  const linked = reports.flatMap((report) => (report.rowsAt ?? []).map((at) => ({ report, at })));
  expect(linked.length).toBeGreaterThan(0);
  const wrong = linked.flatMap(
    ({ report, at: { figures, list, page, same, fixed = {}, as = {}, filters = [], when = {}, period } }) =>
      [
        ...Object.keys(figures).filter((key) => !(key in report.columns)),
        ...Object.values(figures).filter((key) => key && !(key in (list.totals ?? {}))),
        ...[...same, ...Object.keys(as)].filter((key) => !(key in report.columns) && !(key in report.filters)),
        ...[...filters, ...Object.keys(when)].filter((key) => !(key in report.filters)),
        ...[...same, ...filters, ...Object.values(as), ...Object.keys(fixed), ...period].filter(
          (key) => !(key in list.filters),
        ),
        ...(pages.some((one) => one.path === page.split('?')[0] && accessOf(one) === accessOf(list)) ? [] : [page]),
      ].map((key) => `${report.name}: ${key} in rowsAt`),
  );
  expect(wrong).toEqual([]);
});

test('charts of reports draw columns of one kind', () => {
  const drawn = reports.flatMap((report) => (report.chart ? [{ report, chart: report.chart }] : []));
  expect(drawn.length).toBeGreaterThan(0);
  const wrong = drawn.filter(({ report, chart: { by, figures } }) => {
    const kinds = new Set(figures.map((key) => report.columns[key]?.kind));
    return !(by in report.columns) || figures.length > 4 || kinds.size !== 1 || kinds.has(undefined);
  });
  expect(wrong.map(({ report }) => report.name)).toEqual([]);
});
