import { type Access, type Permission, permission } from './access.ts';
import { compareFilter } from './compare-filter.ts';
import { type FieldKind, type Fields, integer, optional, text, type Values } from './field.ts';
import type { Label } from './label.ts';

interface OperationBase<I extends Fields, O extends Fields> {
  readonly title: Label;
  readonly path: string;
  readonly access: Access;
  readonly input: I;
  readonly output: O;
  /** The caller must enter the password to confirm their identity; the page then asks this question. */
  readonly needsPassword?: Label;
  /**
   * A call repeated with its `REQUEST_KEY_HEADER` takes effect once and gets the first answer: for acts that would otherwise book twice when
   * an answer was lost or a button pressed again.
   */
  readonly isOnce?: true;
  /** Rate limit per address in calls per minute, to slow down guessing. */
  readonly perMinute?: number;
  /** The call uploads a file, `File` of a multipart body; its handler finds it in the act. */
  readonly takesFile?: boolean;
  /** Maximum size of that file in bytes, where it is below the general limit of uploads. */
  readonly fileBytes?: number;
  /**
   * The call starts a task that does the work in the background: its name in the task centre, and the address of the page that shows its
   * result, from the input of the task.
   */
  readonly task?: { readonly title: Label; path(input: Readonly<Record<string, unknown>>): string };
  /**
   * The report whose file the call returns where an export is asked for; it needs the right to export that report, which has the filters of
   * the call.
   */
  fileOf?(input: Values<I>): Report;
  /** Also allowed in read-only sessions (sign out, stop impersonating). */
  readonly isOpenToReaders?: true;
  /**
   * Where the product spec expects the output somewhere other than `data`: `beside` also puts it next to `state`; a key of the output makes
   * its value alone the `data`.
   */
  readonly answersAs?: 'beside' | (keyof O & string);
}

/** A reading act changes nothing; a writing act names the event under which its audit entry is filed (`lane.opened`). */
export type OperationDeclaration<I extends Fields, O extends Fields> = OperationBase<I, O> &
  ({ readonly isRead: true; readonly audit?: undefined } | { readonly isRead?: false; readonly audit: string });

export type Operation<I extends Fields = Fields, O extends Fields = Fields> = OperationDeclaration<I, O> & {
  readonly name: string;
};

/** Declares one act. */
export function operation<const I extends Fields, const O extends Fields>(
  name: string,
  declaration: OperationDeclaration<I, O>,
): Operation<I, O> {
  return { ...declaration, name };
}

export type Input<T extends Operation> = Values<T['input']>;
export type Output<T extends Operation> = Values<T['output']>;

/** The list with the rows that figures of a report count: each figure links to it. */
export interface RowsAt {
  /** The figures, each with the total of the list that is its sum; null where it is the number of rows, false where the list has no such total. */
  readonly figures: Readonly<Record<string, string | null | false>>;
  /** Filters of the report with the values for which its rows are listed here; what a report is grouped by decides which rows those are. */
  readonly when?: Readonly<Record<string, string>>;
  readonly list: Pick<Report, 'name' | 'path' | 'access' | 'filters' | 'totals'>;
  /** Address of the page with the list. */
  readonly page: string;
  /** Columns whose values are the filters of the list of the same names, a row without one has no link; or else filters of the report. */
  readonly same: readonly string[];
  /** Filters of the report that limit the list too. A report limited by a filter that its list does not know has no links. */
  readonly filters?: readonly string[];
  /** Columns whose values are filters of the list of other names. */
  readonly as?: Readonly<Record<string, string>>;
  /** Filters of the list that always apply. */
  readonly fixed?: Readonly<Record<string, unknown>>;
  /** The filters of the list that limit its time: to the row's `period`, `day` or `month`, else to the time of the report. */
  readonly period: readonly [from: string, to: string];
}

/** The chart of a report's standard page: the sums of figures over the rows that share a value of a column, of times the day. */
export interface ReportChart {
  readonly by: string;
  /** All money, or all counts; at most four. */
  readonly figures: readonly string[];
  /** The figures are parts of a whole. */
  readonly isStacked?: true;
}

/** A read-only query that returns rows: a custom list page, a report, an export. */
export interface ReportDeclaration<F extends Fields, C extends Fields> {
  readonly title: Label;
  readonly path: string;
  readonly access: Access;
  /** Filters; all are optional unless stated otherwise. */
  readonly filters: F;
  readonly columns: C;
  /** Keys of the columns to sort by; by default all whose values have an order. */
  readonly sortable?: readonly (keyof C & string)[];
  /**
   * Keys of the columns that sort a list of any length, mostly because an index has their order; the others only sort one short enough to
   * count. Without it, all do.
   */
  readonly alwaysSortable?: readonly (keyof C & string)[];
  /** Sums and other figures over the whole result. */
  readonly totals?: Fields;
  /** Its columns depend on its filters; `columns` holds the id alone. The answer names them. */
  readonly hasOwnColumns?: true;
  readonly chart?: ReportChart;
  /** Where the rows are listed that its figures count. */
  readonly rowsAt?: readonly RowsAt[];
  /** Where the records are listed that were corrected after their time: the figures of the report follow, and its page says so. */
  readonly corrected?: Omit<RowsAt, 'figures'>;
  /**
   * How rows are put beside those of the period before or of the year before, where that can be asked for with the filter `compare`: rows
   * are compared that have the same values in these columns, of which `period` and `day` are moved along.
   */
  readonly compared?: { readonly by: readonly (keyof C & string)[]; readonly without?: readonly (keyof C & string)[] };
  /** Maximum number of days between the filters `from` and `to`, where it has them. */
  readonly maxDays?: number;
}

export type Report<F extends Fields = Fields, C extends Fields = Fields> = ReportDeclaration<F, C> & {
  readonly name: string;
};

/** Declares a report. */
export function report<const F extends Fields, const C extends Fields>(
  name: string,
  declaration: ReportDeclaration<F, C>,
): Report<F, C> {
  if (!declaration.compared) return { ...declaration, name };
  return { ...declaration, filters: { ...declaration.filters, compare: compareFilter }, name };
}

export type Filters<T extends Report> = Values<T['filters']>;
export type ReportRow<T extends Report> = Values<T['columns']>;

const ORDERED: readonly FieldKind[] = [
  'text',
  'integer',
  'decimal',
  'money',
  'flag',
  'choice',
  'reference',
  'instant',
  'day',
  'plate',
];

/** Reads a requested sort: a column's key, behind a minus if descending; an empty key where none is requested. */
export function readSort(sort: string | null): { readonly key: string; readonly isDescending: boolean } {
  return { key: (sort ?? '').replace(/^-/, ''), isDescending: sort?.startsWith('-') ?? false };
}

/** Returns the keys of the columns a report can be sorted by. Phone numbers are masked for some readers, and sorting would reveal them. */
export function sortableKeys({ columns, sortable }: Pick<Report, 'columns' | 'sortable'>): readonly string[] {
  if (sortable) return sortable;
  return (
    Object.entries(columns)
      .filter(([key, field]) => key !== 'id' && ORDERED.includes(field.kind) && !field.isPhone && !field.isLong)
      // Ids in plain text have no order that says anything.
      .filter(([key, field]) => field.kind !== 'text' || !key.endsWith('Id'))
      .map(([key]) => key)
  );
}

/** Returns the permission to export a report. */
export function exportPermission(of: Pick<Report, 'name' | 'title'>): Permission {
  return permission(`${of.name}.export`, { zh: `导出${of.title.zh}`, en: `Export: ${of.title.en}` });
}

/** Header with the proof that the password was entered, see `needsPassword`. */
export const PROOF_HEADER = 'X-Password-Proof';

/** Header with a key of the caller's choice, 8 to 64 letters, digits, `-` or `_`, of a call that takes effect once, see `isOnce`. */
export const REQUEST_KEY_HEADER = 'X-Request-Key';

/** Page sizes a list offers. */
export const PAGE_SIZES = [20, 50, 100, 150, 200] as const;

/** Paging and sorting input of every list and report; `sort` is `key` or `-key`. */
export const pagingFields = {
  page: integer({ zh: '页码', en: 'Page' }, { min: 1, max: 1_000_000, byDefault: 1 }),
  perPage: integer({ zh: '每页条数', en: 'Rows per page' }, { min: 1, max: 1000, byDefault: 20 }),
  sort: optional(text({ zh: '排序', en: 'Sort' }, { max: 64, pattern: /^-?[a-zA-Z][a-zA-Z0-9]*$/ })),
};
export type Paging = Values<typeof pagingFields>;

/** A live socket: who may open it, what the server sends, what the page may send. */
export interface Channel<Out extends Fields = Fields> {
  readonly name: string;
  readonly title: Label;
  readonly path: string;
  readonly access: Access;
  readonly out: Out;
  /** How the token is sent: as the sub-protocol or as the query parameter `token`. */
  readonly token: 'protocol' | 'query';
}

/** Declares a live channel. */
export function channel<const Out extends Fields>(name: string, declaration: Omit<Channel<Out>, 'name'>): Channel<Out> {
  return { ...declaration, name };
}
