import { type AnyEventType, type Label, slot } from '@boyun/kernel/contract';
import { type Query, rowKey } from '@boyun/kernel/server';

/** A row that breaks an equation: its ids and both sides. */
export type BrokenRow = Readonly<Record<string, unknown>>;

/** The result of a check on a slice; only the first broken rows are kept. */
export interface CheckFinding {
  readonly checkedCount: number;
  readonly brokenCount: number;
  readonly broken: readonly BrokenRow[];
}

/** Sums of a slice by key, as texts: they are carried from month to month. */
export type Figures = Readonly<Record<string, string>>;

/** The tables whose ids, which are in the order of time, divide a check into slices. */
export const ANCHORS = {
  order: { table: 'parking_order', column: 'id' },
  passing: { table: 'passing', column: 'id' },
  payment: { table: 'payment', column: 'id' },
  refund: { table: 'refund', column: 'id' },
  bill: { table: 'bill', column: 'id' },
  transaction: { table: 'ledger_entry', column: 'transaction_id' },
} as const;

/** The tables whose rows are summed up month by month. */
export const SUMMED = { 'event-sum': 'event', 'ledger-sum': 'ledger_entry' } as const;

/**
 * An equation over a tenant, `$1`. `counted` answers one number, `broken` one row for each break. By what it is divided:
 * an anchor — `$2` and `$3` are the ids of a slice, the second exclusive; `time` — they are local moments of the lots;
 * a sum — `figure` answers `key` and `value` for rows with ids from `$2` to `$3`, and `broken` compares what is now with the sums
 * up to id `$2`, a JSON object `$3`, and the rows behind it; `now` — small tables, read whole. `$now` is the moment at which the verification
 * began, by the product's clock.
 */
export interface Check extends Label {
  readonly key: string;
  readonly by: keyof typeof ANCHORS | keyof typeof SUMMED | 'time' | 'now';
  readonly counted: string;
  readonly broken: string;
  readonly figure?: string;
}

/** Equations of higher modules, checked behind those of this one. */
export const moreChecks = slot<Check>('verify.checks');

/** Broken rows kept of one check and slice. */
export const MOST_ROWS = 100;

/** Returns the kinds of events for a statement: quoted, with commas between. */
export function kindsOf(...types: readonly AnyEventType[]): string {
  return types.map(({ kind }) => `'${kind}'`).join(', ');
}

/** Declares an equation. */
export function sqlCheck(check: Check): Check {
  return check;
}

/** Runs a check over one slice at a moment, in one statement for each side so that both are of one state. */
export async function runCheck(
  query: Query,
  check: Check,
  values: readonly unknown[],
  now: Date,
): Promise<CheckFinding> {
  const counted = statementOf(check.counted, values, now);
  const [count] = await query<{ count: number }>(`select (${counted.text})::bigint as count`, counted.values);
  const broken = statementOf(check.broken, values, now);
  const rows = await query<{ row: BrokenRow; total: number }>(
    `select to_jsonb(b) as row, count(*) over () as total from (${broken.text}) b limit ${MOST_ROWS}`,
    broken.values,
  );
  return {
    checkedCount: count?.count ?? 0,
    brokenCount: rows[0]?.total ?? 0,
    broken: rows.map((one) => keyed(one.row)),
  };
}

/** A row with keys in camel case, as other rows have them: inside JSON they are the columns' names. */
export function keyed(row: BrokenRow): BrokenRow {
  return Object.fromEntries(Object.entries(row).map(([column, value]) => [rowKey(column), value]));
}

/** Returns a side of a check with its values; PostgreSQL refuses values that a statement does not name. */
function statementOf(sql: string, values: readonly unknown[], now: Date) {
  const places = Math.max(0, ...[...sql.matchAll(/\$(\d)/g)].map(([, place]) => Number(place)));
  const given = values.slice(0, places);
  if (!sql.includes('$now')) return { text: sql, values: given };
  return { text: sql.replaceAll('$now', () => `$${places + 1}::timestamptz`), values: [...given, now] };
}

/** The findings of slices together. */
export function addFindings(findings: readonly CheckFinding[]): CheckFinding {
  return {
    checkedCount: findings.reduce((sum, one) => sum + one.checkedCount, 0),
    brokenCount: findings.reduce((sum, one) => sum + one.brokenCount, 0),
    broken: findings.flatMap((one) => one.broken).slice(0, MOST_ROWS),
  };
}
