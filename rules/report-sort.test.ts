import {
  choiceValues,
  type Field,
  type Fields,
  nameKey,
  type Report,
  sortableKeys,
  wireName,
} from '@boyun/kernel/contract';
import { SetClock } from '@boyun/kernel/server';
import { modules } from '@boyun/server/modules';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { plantTiedRows } from './tied-rows.ts';

const reports = modules.flatMap((one) => one.contract.reports);

/** Rows of a page; rows with equal values lie on both sides of its end. Long lists have as many pages, of more rows. */
const PAGE_ROWS = 4;
const PAGES = 6;
/** A page of this many rows has all that were planted. */
const ALL_ROWS = 200;

type WireRow = Readonly<Record<string, unknown>>;

let server: TestServer;
let user: TestUser;
/** Filters without which a list has no rows, by report. */
let needed: Readonly<Record<string, object>>;

beforeAll(async () => {
  // Time stands still: some figures grow while cars stand, and the planted rows are of one day, week and month. Sweeps would raise alarms
  // about them.
  const clock = new SetClock(new Date('2026-11-25T04:00:00Z'));
  const without = modules.flatMap((one) => one.sweeps).map((one) => one.name);
  server = await startTestServer(inject('databaseUrl'), { clock, without, isAlone: true });
  user = await server.newTenant();
  const { userId, tenantId } = await user.who();
  const ids = await plantTiedRows(server.databaseUrl, { tenantId, accountId: userId! }, clock.now());
  needed = {
    'notice-confirmation': { NoticeId: ids.get('important_notice')![0] },
    'bulletin-receipt': { BulletinId: ids.get('bulletin')![0] },
    'billing-stat': { By: 'kind' },
    'composed-rows': { ComposedReportId: ids.get('composed_report')![0] },
  };
});
afterAll(() => server?.stop());

/** Reads a list page by page. */
async function readAll(report: Report, perPage: number, sort?: string): Promise<WireRow[]> {
  const rows: WireRow[] = [];
  for (let page = 1; ; page += 1) {
    const body = { ...needed[report.name], Page: page, PerPage: perPage, ...(sort ? { Sort: sort } : {}) };
    const answer = await user.call(report.path, body);
    expect([sort, answer.state, answer.message]).toEqual([sort, 'success', answer.message]);
    rows.push(...answer.data.Rows);
    if (answer.data.Rows.length < perPage) {
      expect(answer.data.Total).toBe(rows.length);
      return rows;
    }
  }
}

/** Returns what a row is sorted by. */
function sortedBy(key: string, field: Field, row: WireRow): unknown {
  if (field.kind === 'reference') return row[wireName(nameKey(key))];
  const value = row[wireName(key, field)] ?? null;
  if (value === null) return null;
  if (field.kind === 'choice') {
    const place = choiceValues(field.choices!).indexOf(value as string);
    return place < 0 ? null : place;
  }
  if (field.kind === 'money' || field.kind === 'integer' || field.kind === 'decimal') return Number(value);
  return value;
}

const ORDERED_ALIKE: readonly Field['kind'][] = ['money', 'integer', 'decimal', 'choice', 'instant', 'day', 'flag'];

test.each(reports.filter((one) => one.access !== 'platform'))(
  '$path is sorted by each of its columns, in both directions',
  async (report) => {
    const first = await user.call(report.path, { ...needed[report.name], Page: 1, PerPage: 1 });
    const perPage = Math.max(PAGE_ROWS, Math.ceil(first.data.Total / PAGES));
    const standard = await readAll(report, perPage);
    const ids = standard.map((row) => row.Id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBeGreaterThan(2);
    for (const [index, key] of sortableKeys(report).entries()) {
      const field = (report.columns as Fields)[key]!;
      // Of its two directions one is read page by page, and the other at once.
      const [upRows, downRows] = index % 2 === 0 ? [perPage, ALL_ROWS] : [ALL_ROWS, perPage];
      const [up, down] = [await readAll(report, upRows, key), await readAll(report, downRows, `-${key}`)];
      for (const rows of [up, down]) expect([key, rows.map((row) => row.Id).sort()]).toEqual([key, [...ids].sort()]);
      const [rising, falling] = [up, down].map((rows) => rows.map((row) => sortedBy(key, field, row) ?? null));
      const filled = rising!.filter((one) => one !== null);
      // Rows without a value come last in either direction.
      expect([key, rising!.slice(0, filled.length)]).toEqual([key, filled]);
      expect([key, falling!.slice(0, filled.length)]).toEqual([key, filled.toReversed()]);
      if (ORDERED_ALIKE.includes(field.kind))
        expect([key, filled]).toEqual([
          key,
          filled.toSorted((one, other) => ((one as number) < (other as number) ? -1 : 1)),
        ]);
    }
  },
);

test('a list is not sorted by a column that is not offered', async () => {
  for (const report of reports.filter((one) => one.access !== 'platform')) {
    const hidden = Object.keys(report.columns).find((key) => !sortableKeys(report).includes(key))!;
    expect([report.path, (await user.call(report.path, { Sort: hidden })).code]).toEqual([
      report.path,
      'kernel.bad-input',
    ]);
  }
});
