import { type Report, rowsFilters, wireName } from '@boyun/kernel/contract';
import type { TestUser } from './server.ts';

type Row = Readonly<Record<string, unknown>>;

/** Zone of the tenants of tests. */
const ZONE = 'Asia/Shanghai';

/**
 * Follows each figure of the rows of a report to the list it links to. Returns the figures as the report shows them and as the list sums
 * them up, in the same order.
 */
export async function followFigures(
  user: TestUser,
  report: Report,
  filters: Row = {},
): Promise<{ readonly shown: unknown[]; readonly found: unknown[] }> {
  const { Rows } = (await user.call(report.path, { ...onWire(filters, report.filters), PerPage: 200 })).data;
  const shown: unknown[] = [];
  const found: unknown[] = [];
  for (const wired of Rows as Row[]) {
    const row = Object.fromEntries(Object.keys(report.columns).map((key) => [key, wired[wireName(key)]]));
    for (const at of report.rowsAt ?? []) {
      const linked = rowsFilters(at, report, row, filters, ZONE);
      if (!linked) continue;
      const asked = onWire(linked, at.list.filters);
      const { data, message } = await user.call(at.list.path, asked);
      if (message) throw new Error(`${at.list.path}: ${message}`);
      for (const [figure, total] of Object.entries(at.figures)) {
        if (total === false) continue;
        shown.push([figure, asked, wired[wireName(figure, report.columns[figure])]]);
        found.push([figure, asked, total ? data.Totals[wireName(total, at.list.totals![total])] : data.Total]);
      }
    }
  }
  return { shown, found };
}

const onWire = (values: Row, fields: Report['filters']) =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [wireName(key, fields[key]), value]));
