import { addDays, dayKey, instantOfWall, monthStart } from '@boyun/domain/period';
import { choiceValues, type Field } from './field.ts';
import type { Report, RowsAt } from './operation.ts';

type Row = Readonly<Record<string, unknown>>;

/**
 * Returns the filters that list the rows a figure counts; null where they are listed elsewhere, where the list cannot filter by the lack of
 * a value, and where the report has a limited time that is not among its filters, so that only the server knows it.
 */
export function rowsFilters(
  at: Omit<RowsAt, 'figures'>,
  report: Pick<Report, 'columns' | 'maxDays'>,
  row: Row,
  filters: Row,
  zone: string,
): Row | null {
  const [fromKey, toKey] = at.period;
  const span = spanOf(row, filters, zone);
  if (!span.from && !span.to && report.maxDays !== undefined) return null;
  if (Object.entries(at.when ?? {}).some(([key, value]) => filters[key] !== value)) return null;
  if (at.same.some((key) => key in report.columns && (row[key] ?? null) === null)) return null;
  const named = [at.when, at.fixed, at.as].flatMap((one) => Object.keys(one ?? {}));
  const passed = new Set([...KNOWN, ...named, ...at.same, ...(at.filters ?? [])]);
  if (Object.entries(filters).some(([key, value]) => isGiven(value) && !passed.has(key))) return null;
  const end = (key: string, value: Date | null) =>
    value && at.list.filters[key]!.kind === 'day' ? dayKey(value.getTime(), zone) : value;
  const same = [
    ...at.same.map((key) => [key, row[key] ?? filters[key] ?? null]),
    ...(at.filters ?? []).map((key) => [key, filters[key] ?? null]),
  ];
  const renamed = Object.entries(at.as ?? {}).map(([key, name]) => [name, row[key] ?? null]);
  const limits: Row = { ...at.fixed, ...Object.fromEntries([...same, ...renamed]) };
  // A kind that a device made up is none of the choices.
  if (Object.entries(limits).some(([key, value]) => !isChoice(at.list.filters[key]!, value))) return null;
  return { ...limits, [fromKey]: end(fromKey, span.from), [toKey]: end(toKey, span.to) };
}

/** How rows are grouped and compared, and their time. */
const KNOWN = ['by', 'compare', 'from', 'to'];

const isGiven = (value: unknown) =>
  value !== null && value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0);

const isChoice = ({ kind, choices }: Field, value: unknown) =>
  kind !== 'choice' || value === null || choiceValues(choices!).includes(value as string);

interface Span {
  readonly from: Date | null;
  readonly to: Date | null;
}

/** The time a row is about, to the second: its day, month or year within the time of the report, or all of that. */
function spanOf(row: Row, { from, to }: Row, zone: string): Span {
  const end = (value: unknown, time: string) => {
    if (typeof value === 'string') return new Date(instantOfWall(`${value}T${time}`, zone));
    return value instanceof Date ? value : null;
  };
  const period = row.period ?? row.day ?? row.month;
  if (typeof period !== 'string') return { from: end(from, '00:00:00'), to: end(to, '23:59:59') };
  const start = instantOfWall(`${`${period}-01-01`.slice(0, 10)}T00:00`, zone);
  const next =
    period.length === 10
      ? addDays(start, 1, zone)
      : monthStart(addDays(start, period.length === 7 ? 32 : 370, zone), zone);
  const [first, last] = [new Date(start), new Date(next - 1000)];
  // Days are whole; times may cut the first and the last one.
  return {
    from: from instanceof Date && from > first ? from : first,
    to: to instanceof Date && to < last ? to : last,
  };
}
