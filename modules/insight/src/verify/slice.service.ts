import type { Query } from '@boyun/kernel/server';
import { ANCHORS, type Check, SUMMED } from './check.service.ts';

const DAY_MS = 86_400_000;
/** Days after its end at which a month is closed: by then most later changes to it have happened. */
const CLOSED_AFTER_DAYS = 7;
/** Rows of the anchor one statement reads. */
const STEP_ROWS = 20_000;
/** Days one statement reads of what is divided by time. */
const STEP_DAYS = 8;

const LOWEST_ID = '00000000-0000-0000-0000-000000000000';
const HIGHEST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** The first day of a UTC month, `2026-03-01`. */
export type Month = string;

/** The scope of a verification: the closed months, and the first month with rows for each check. */
export interface Calendar {
  readonly closed: readonly Month[];
  /** The month in which what is not closed begins. */
  readonly openFrom: Month;
  /** The first month a check can be made for: of older ones, rows were removed when their time was over. Null: from the beginning. */
  firstOf(check: Check): Month | null;
}

const monthOf = (at: Date): Month => `${at.toISOString().slice(0, 7)}-01`;

/** The month after one. */
export function monthAfter(month: Month): Month {
  const date = new Date(`${month}T00:00:00Z`);
  return monthOf(new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1)));
}

/** The lowest id of a month, as `first_uuid` of the database says it. */
export function idOf(month: Month): string {
  const hex = new Date(`${month}T00:00:00Z`).getTime().toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

/** The UTC month in which a UUIDv7 was made; null for an id of another kind. */
export function monthOfId(id: string): Month | null {
  return id[14] === '7' ? monthOf(new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16))) : null;
}

/** Finds out which months of a tenant are closed and which rows are still there, by the first id of each table. */
export async function readCalendar(query: Query, tenantId: number, now: Date): Promise<Calendar> {
  const tables = ['event', 'parking_order', 'passing', 'bill', 'payment', 'refund', 'ledger_entry'] as const;
  const [row] = await query<Record<(typeof tables)[number], string | null> & { createdAt: Date }>(
    `select created_at, ${tables.map(
      (table) => `(select id from ${table} where tenant_id = $1 order by id limit 1) as ${table}`,
    )} from tenant where id = $1`,
    [tenantId],
  );
  const openFrom = monthOf(new Date(now.getTime() - CLOSED_AFTER_DAYS * DAY_MS));
  const firsts = new Map(tables.map((table) => [table, row?.[table] ? monthOfId(row[table]) : null]));
  const begun = [...firsts.values()].filter((one) => one !== null && one < openFrom).sort();
  const closed: Month[] = [];
  for (let month = begun[0] ?? openFrom; month < openFrom; month = monthAfter(month)) closed.push(month);
  // The events of a tenant begin with itself: where they do not, older ones were removed.
  const isWhole = !row?.event || monthOf(row.createdAt) >= firsts.get('event')!;
  const firstOf = ({ by }: Check): Month | null => {
    // The ledger is kept for ever.
    if (isWhole || by === 'transaction' || by === 'ledger-sum' || by === 'now') return null;
    const other = by === 'event-sum' ? 'event' : by === 'time' ? 'parking_order' : ANCHORS[by].table;
    return [firsts.get('event') ?? openFrom, firsts.get(other) ?? openFrom].sort().at(-1)!;
  };
  return { closed, openFrom, firstOf };
}

/** A closed month, or what is open behind the last one. */
export interface Slice {
  readonly month: Month | null;
  readonly fromId: string;
  readonly toId: string;
  /** Local moments of the lots, and those of UTC. */
  readonly fromTime: string;
  readonly toTime: string;
}

/** The slices of a check, closed months first; together they are everything there is of it. */
export function slicesOf(check: Check, { closed, openFrom, firstOf }: Calendar): Slice[] {
  const first = firstOf(check);
  const months = check.by === 'now' ? [] : closed.filter((month) => first === null || month >= first);
  const sliceOf = (month: Month | null, index: number): Slice => {
    const from = month ?? openFrom;
    const isFirst = index === 0 && first === null;
    return {
      month,
      fromId: isFirst ? LOWEST_ID : idOf(from),
      toId: month ? idOf(monthAfter(month)) : HIGHEST_ID,
      fromTime: isFirst ? '-infinity' : from,
      toTime: month ? monthAfter(month) : 'infinity',
    };
  };
  return [...months, null].map(sliceOf);
}

/** The bounded parts of a slice, each the values `$2` and `$3` of one statement; they follow each other without a gap. */
export async function* stepsOf(
  ask: <T>(work: (query: Query) => Promise<T>) => Promise<T>,
  check: Check,
  tenantId: number,
  slice: Slice,
): AsyncGenerator<readonly [string, string]> {
  if (check.by === 'time') {
    yield* timeSteps(slice);
    return;
  }
  if (check.by in SUMMED || check.by === 'now') {
    yield [slice.fromId, slice.toId];
    return;
  }
  const { table, column } = ANCHORS[check.by as keyof typeof ANCHORS];
  for (let from = slice.fromId; ; ) {
    const [next] = await ask((query) =>
      query<{ id: string }>(
        `select ${column} as id from ${table} where tenant_id = $1 and ${column} > $2 and ${column} < $3
         order by ${column} offset ${STEP_ROWS} limit 1`,
        [tenantId, from, slice.toId],
      ),
    );
    yield [from, next?.id ?? slice.toId];
    if (!next) return;
    from = next.id;
  }
}

function* timeSteps({ month, fromTime, toTime }: Slice): Generator<readonly [string, string]> {
  // What is open is cut too, but for its end.
  let from = fromTime;
  let at = new Date(`${month ?? (fromTime === '-infinity' ? null : fromTime)}T00:00:00Z`);
  for (let step = 1; step < 4 && !Number.isNaN(at.getTime()); step += 1) {
    at = new Date(at.getTime() + STEP_DAYS * DAY_MS);
    const to = at.toISOString().slice(0, 10);
    if (toTime !== 'infinity' && to >= toTime) break;
    yield [from, to];
    from = to;
  }
  yield [from, toTime];
}
