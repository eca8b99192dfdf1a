import { isPlate, normalizePlate } from '@boyun/domain/plate';
import type { Fields } from '../contract/field.ts';
import type { Filters, Report, ReportRow } from '../contract/operation.ts';
import { escapeLike } from './conditions.ts';
import type { TenantOptions, TenantTx } from './database.ts';
import type { Kernel } from './kernel.ts';
import { type Expression, joined, piece, type Sql, sql, withValue } from './sql.ts';
import type { Who } from './who.ts';

/** What a report may depend on: the transaction it reads in, and the filters of the call. */
export interface ReportContext<T extends Report = Report> {
  readonly tx: TenantTx;
  readonly who: Who;
  readonly filters: Filters<T>;
  readonly kernel: Kernel;
}

/** A condition for one filter: SQL with `?` for its value, or a function of the value; null for no condition. */
export type FilterRule<V = unknown> = string | ((value: NonNullable<V>) => Expression | null) | null;

/**
 * How the rows of a report are read. The kernel composes the statements: a page, the number of rows with their totals, and the cursor of
 * an export.
 */
export interface ReportQuery<T extends Report = Report> {
  /** Table, view, or subquery in brackets. */
  readonly from: Expression;
  /** Its alias, which columns and conditions use. */
  readonly as: string;
  /** Joins that conditions and totals use, or that change the number of rows. */
  readonly joins?: Expression;
  /** Joins that only add columns; rows are counted without them. */
  readonly columnJoins?: Expression;
  /** Column with the tenant, `tenant_id` by default. Null where rows belong to no tenant, or where the platform's staff read those of all. */
  readonly tenant?: string | null;
  /** Column with the lot by which rows are limited, or a condition with `?` for the caller's lots; null where rows belong to no lot. */
  readonly lot: string | null;
  /** Condition, mostly with `?` for the account that sees only its own rows; null where rows belong to no account. */
  readonly own: Expression | null;
  /** Conditions that always apply. */
  readonly where?: readonly Expression[];
  /** Conditions of the filters by key. A filter left out is compared with the column of its name, `from` and `to` with `period`. */
  readonly filters?: { readonly [K in keyof T['filters']]?: FilterRule<Filters<T>[K]> };
  /** Column with the time that `from` and `to` limit, both included. With `id`, a column of UUIDv7 made at that time, other months are not read. */
  readonly period?: string | { readonly at: string; readonly id: string };
  /** Without `from`, only this many days before `to`, or before now, are read. */
  readonly usualDays?: number;
  /** Columns by key; one left out is the column of its name, null is filled in by `finish`. */
  readonly columns?: { readonly [K in keyof T['columns']]?: Expression | null };
  /** Further columns for `finish`. */
  readonly extra?: Readonly<Record<string, Expression>>;
  readonly groupBy?: Expression;
  readonly having?: Expression;
  /** The standard order. It ends with what is unique, so that it also decides between rows that a chosen column leaves equal. */
  readonly order: Expression;
  /** What a column is sorted by, where that is not its value. */
  readonly sorts?: { readonly [K in keyof T['columns']]?: Expression };
  /** Totals: the sum of an expression over the rows, of a row's columns where rows are grouped. Lists too long to count have none. */
  readonly totals?: Readonly<Record<string, Expression>>;
  /**
   * Totals that are aggregates of their own over all rows, whatever the filters named in `without` say; `where` keeps to rows an index
   * finds.
   */
  readonly aggregates?: {
    readonly of: Readonly<Record<string, Expression>>;
    readonly without?: readonly (keyof T['filters'])[];
    readonly where?: Expression;
  };
  /** Adds to the rows what SQL does not know. */
  finish?(rows: ReportRow<T>[]): Partial<ReportRow<T>>[] | Promise<Partial<ReportRow<T>>[]>;
  /** Totals that code computes; `read` returns all rows as SQL knows them. */
  moreTotals?(total: number, read: () => Promise<unknown[]>): Promise<Readonly<Record<string, unknown>>>;
}

/** A value or what returns it for a call. */
type Given<C, V> = V | ((context: C) => V | Promise<V>);

/** Rows that code computes, in their standard order, with the totals of all of them. */
export interface ComputedRows<T extends Report = Report> {
  readonly rows: readonly Partial<ReportRow<T>>[];
  readonly totals?: Readonly<Record<string, unknown>>;
  /** Of a report whose columns depend on its filters (`hasOwnColumns`): these, and what it is called. */
  readonly shape?: RowShape;
}

/** The columns of rows beside their id, and what they are called. */
export interface RowShape {
  readonly title: string;
  readonly columns: Fields;
  /** Its totals, where they are not those of the report. */
  readonly totals?: Fields;
}

/** Which transaction a report is read in, where that is not one of the caller's tenant. */
export type ReportReading = (who: Who) => Pick<TenantOptions, 'isAboveTenants' | 'pool'>;

/**
 * A report with how its rows come about: a query, or code. A query that needs more than its declaration says has a subquery as its `from`.
 */
export interface ReportServer {
  readonly report: Report;
  readonly query?: Given<ReportContext, ReportQuery>;
  readonly compute?: (context: ReportContext) => Promise<ComputedRows> | ComputedRows;
  readonly reading?: ReportReading;
}

/** Serves a report from the database. */
export function serveReport<F extends Fields, C extends Fields>(
  report: Report<F, C>,
  query: Given<ReportContext<Report<F, C>>, ReportQuery<Report<F, C>>>,
  reading?: ReportReading,
): ReportServer {
  return { report, query, ...(reading ? { reading } : {}) } as unknown as ReportServer;
}

/** Serves a report whose rows code computes, all at once: there must be few of them. */
export function computeReport<F extends Fields, C extends Fields>(
  report: Report<F, C>,
  compute: (context: ReportContext<Report<F, C>>) => Promise<ComputedRows<Report<F, C>>> | ComputedRows<Report<F, C>>,
  reading?: ReportReading,
): ReportServer {
  return { report, compute, ...(reading ? { reading } : {}) } as unknown as ReportServer;
}

/**
 * Reads a list whose search needs more than PostgreSQL allows under row-level security, where an index serves plain comparisons only. The
 * kernel adds the condition of the tenant.
 */
export const pastRowSecurity: ReportReading = () => ({ isAboveTenants: true, pool: 'search' });

/** Lets the platform's staff read rows of all tenants. */
export const aboveTenants: ReportReading = (who) => (who.isPlatform ? { isAboveTenants: true } : {});

/** Shorter parts of plates are compared with each row: most plates contain them. */
export const SHORTEST_TAIL = 3;

/** Selects the plates that contain a part of at least `SHORTEST_TAIL` characters; under row-level security, the tenant's own. */
export function platesWith(part: string): Sql {
  return sql`select plate from plate_tail where ${beginning('tail')(part)}`;
}

/**
 * Filters a column by any part of a plate, in any notation, with or without its province; a complete plate with its province is that plate
 * alone. The table must be `searched_by_plate` (SQL).
 */
export function byPlate(column: string): (text: string) => Expression | null {
  return (text) => {
    const part = normalizePlate(text);
    if (!part) return null;
    if (isPlate(part) && /^\p{Script=Han}/u.test(part)) return withValue(`${column} = ?`, part);
    if (part.length < SHORTEST_TAIL) return withValue(`${column} like ?`, `%${escapeLike(part)}%`);
    return sql`${piece(column)} = any(array(${platesWith(part)}))`;
  };
}

/** Filters a column by the beginning of its text, as a range too, which an index serves in every collation. */
export function beginning(column: string): (text: string) => Expression {
  return (text) =>
    joined(
      [
        withValue(`${column} >= ?`, text),
        withValue(`${column} < ?`, `${text}\u{10FFFF}`),
        withValue(`${column} like ?`, `${escapeLike(text)}%`),
      ],
      ' and ',
    );
}

/** Filters by a text that any of the columns contains, in capitals or not. */
export function containing(...columns: readonly string[]): (text: string) => Expression | null {
  return (text) =>
    text ? withValue(`position(lower(?) in lower(concat_ws(' ', ${columns.join(', ')}))) > 0`, text) : null;
}

/** Returns the condition for a time range, both ends included. */
export function withinPeriod(
  period: NonNullable<ReportQuery['period']>,
  { from, to }: { readonly from?: Date | null; readonly to?: Date | null },
): Sql[] {
  const { at, id } = typeof period === 'string' ? { at: period, id: null } : period;
  return [
    ...(from ? [withValue(`${at} >= ?`, from)] : []),
    ...(from && id ? [withValue(`${id} >= first_uuid(?)`, from)] : []),
    ...(to ? [withValue(`${at} <= ?`, to)] : []),
    ...(to && id ? [withValue(`${id} < first_uuid(?::timestamptz + interval '1 second')`, to)] : []),
  ];
}
