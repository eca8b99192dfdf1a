import { choiceValues, type Field, type Fields } from '../contract/field.ts';
import { type Paging, type Report, readSort, sortableKeys } from '../contract/operation.ts';
import { kernelRefusal, Refusal } from '../contract/refusal.ts';
import { nameKey } from '../contract/wire.ts';
import { comparedRows } from './compared-rows.ts';
import type { TenantTx } from './database.ts';
import type { Kernel } from './kernel.ts';
import type { ReportResult } from './module.ts';
import type { ComputedRows, ReportContext, ReportQuery, ReportServer, RowShape } from './report.ts';
import { OVER_ALL, ReportStatements } from './report-statement.ts';
import type { RowRange } from './resource-list.ts';
import { quoted } from './resource-row.ts';
import type { ResourceVerbs } from './resource-verb.ts';
import { fillNamesDeep, type RowSource } from './row-source.ts';
import { piece, runSql, sql, statementFrom } from './sql.ts';

/** Maximum number of rows up to which a list is counted and summed exactly. */
const COUNTED_ROWS = 10_000;

type Row = Readonly<Record<string, unknown>>;
type Given = Readonly<Record<string, unknown>>;

/** The rows of a report, with the names of what they refer to, and beside those of another period where that can be asked for. */
export function reportRows(verbs: ResourceVerbs, server: ReportServer): RowSource {
  const rows = plainRows(verbs, server);
  return server.report.compared ? comparedRows(rows, server.report) : rows;
}

function plainRows(verbs: ResourceVerbs, server: ReportServer): RowSource {
  const { report, query, compute, reading = () => ({}) } = server;
  const { name, title, filters, columns } = report;
  const rows = compute ? new ComputedSource(verbs, report, compute) : new QuerySource(verbs, server);
  const checked = (given: Given, sort: string | null) => {
    checkSort(report, sort);
    checkRange(given, report.maxDays);
  };
  return {
    name,
    title,
    filters,
    isOfLots: typeof query !== 'object' || query.lot !== null,
    takesPlates: Object.hasOwn(filters, 'plate') && compute === undefined,
    columns,
    reading,
    ...(report.hasOwnColumns
      ? { shape: (tx: TenantTx, given: Given, kernel: Kernel) => rows.shape(contextOf(tx, given, kernel)) }
      : {}),
    list(tx, given, paging, kernel) {
      checked(given, paging.sort);
      return rows.list(contextOf(tx, given, kernel), paging);
    },
    count(tx, given, limit, kernel) {
      checked(given, null);
      return rows.count(contextOf(tx, given, kernel), limit);
    },
    stream(tx, given, sort, range, kernel) {
      checked(given, sort);
      return rows.stream(contextOf(tx, given, kernel), sort, range);
    },
  };
}

const contextOf = (tx: TenantTx, filters: Given, kernel: Kernel): ReportContext => ({
  tx,
  who: tx.who,
  filters,
  kernel,
});

/** Reads a report from the database. */
class QuerySource {
  readonly #verbs: ResourceVerbs;
  readonly #server: ReportServer;

  constructor(verbs: ResourceVerbs, server: ReportServer) {
    this.#verbs = verbs;
    this.#server = server;
  }

  shape(): Promise<RowShape> {
    throw new Error(`${this.#server.report.name} has declared columns`);
  }

  async list(context: ReportContext, paging: Paging): Promise<ReportResult> {
    const { tx } = context;
    const { query, statements } = await this.#composed(context);
    if (query.groupBy) return this.#groups(tx, { query, statements, paging });
    const counted = await runSql<{ total: number } & Record<string, number>>(
      tx,
      statements.count(COUNTED_ROWS + 1, true),
    );
    const { total: found, ...sums } = counted[0]!;
    const isEstimate = found > COUNTED_ROWS;
    if (isEstimate) refuseSlowSort(this.#server.report, paging.sort, tx);
    const aggregates = statements.aggregates();
    const [others] = aggregates ? await runSql(tx, aggregates) : [{}];
    const read = (page?: Paging) => runSql(tx, statements.rows(page?.sort ?? null), page);
    const rows = await this.#finished(tx, query, await read(paging));
    const more = await query.moreTotals?.(found, () => read());
    const totals = { ...(isEstimate ? {} : sums), ...others, ...more };
    const total = isEstimate ? Math.max(found, await expectedRows(tx, statements)) : found;
    return {
      rows,
      total,
      ...(isEstimate ? { isEstimate } : {}),
      ...(isEstimate && Object.keys(totals).length === 0 ? {} : { totals }),
    };
  }

  /** A page of groups with the totals of all of them. */
  async #groups(
    tx: TenantTx,
    { query, statements, paging }: { query: ReportQuery; statements: ReportStatements; paging: Paging },
  ): Promise<ReportResult> {
    const read = await runSql(tx, statements.groups(paging.sort), paging);
    // A page behind the last one has no row that says how many there are.
    const [over] = read.length > 0 ? read : await runSql(tx, statements.groups(null), { page: 1, perPage: 1 });
    const figures = Object.entries(over ?? {}).filter(([key]) => key.startsWith(OVER_ALL));
    const { total = 0, ...sums } = Object.fromEntries(
      figures.map(([key, value]) => [key.slice(OVER_ALL.length), value as number]),
    );
    const none = Object.fromEntries(Object.keys(query.totals ?? {}).map((key) => [key, 0]));
    const rows = read.map((row) =>
      Object.fromEntries(Object.entries(row).filter(([key]) => !key.startsWith(OVER_ALL))),
    );
    const aggregates = statements.aggregates();
    const [others] = aggregates ? await runSql(tx, aggregates) : [{}];
    const more = await query.moreTotals?.(total, () => runSql(tx, statements.rows(null)));
    return { rows: await this.#finished(tx, query, rows), total, totals: { ...none, ...sums, ...others, ...more } };
  }

  async count(context: ReportContext, limit: number): Promise<number> {
    const { statements } = await this.#composed(context);
    const [counted] = await runSql<{ total: number }>(context.tx, statements.count(limit, false));
    return counted!.total;
  }

  async *stream(context: ReportContext, sort: string | null, { offset, limit }: RowRange) {
    const { tx } = context;
    const { query, statements } = await this.#composed(context);
    const rows = statements.rows(sort);
    const { text, values } = statementFrom(
      limit === null ? sql`${rows} offset ${offset}` : sql`${rows} limit ${limit} offset ${offset}`,
    );
    for await (const batch of tx.stream<Row>(text, values)) yield this.#finished(tx, query, batch);
  }

  async #composed(context: ReportContext): Promise<{ query: ReportQuery; statements: ReportStatements }> {
    const { report, query: given } = this.#server;
    const query = typeof given === 'function' ? await given(context) : given!;
    if (query.tenant === null && this.#server.reading?.(context.who).isAboveTenants && !context.who.isPlatform)
      throw new Error(`${report.name} would show rows of all tenants`);
    const nameOf = (field: Field, id: unknown) => {
      const target = this.#verbs.references.targetOf(field);
      if (!target) return null;
      const name = piece(`select ${quoted(target.nameField)} from ${quoted(target.table)}`);
      return sql`(${name} where tenant_id = ${context.tx.tenantId} and id = (${id}))`;
    };
    return { query, statements: new ReportStatements(query, context, report.columns as Fields, nameOf) };
  }

  async #finished(tx: TenantTx, query: ReportQuery, rows: Row[]): Promise<Row[]> {
    const finished = ((await query.finish?.(rows)) ?? rows) as Row[];
    await fillNamesDeep(this.#verbs, tx, this.#server.report.columns as Fields, finished);
    return finished;
  }
}

/** Sorts and pages the rows that code computes. */
class ComputedSource {
  readonly #verbs: ResourceVerbs;
  readonly #report: Report;
  readonly #compute: NonNullable<ReportServer['compute']>;

  constructor(verbs: ResourceVerbs, report: Report, compute: NonNullable<ReportServer['compute']>) {
    this.#verbs = verbs;
    this.#report = report;
    this.#compute = compute;
  }

  async shape(context: ReportContext): Promise<RowShape> {
    return (await this.#compute(context)).shape!;
  }

  async list(context: ReportContext, { page, perPage, sort }: Paging): Promise<ReportResult> {
    const { rows, totals, shape } = await this.#all(context, sort);
    const start = (page - 1) * perPage;
    const more = { ...(totals ? { totals } : {}), ...(shape ? { shape } : {}) };
    return { rows: rows.slice(start, start + perPage), total: rows.length, ...more };
  }

  async count(context: ReportContext, limit: number): Promise<number> {
    const { rows } = await this.#compute(context);
    return Math.min(rows.length, limit);
  }

  async *stream(context: ReportContext, sort: string | null, { offset, limit }: RowRange) {
    const { rows } = await this.#all(context, sort);
    yield rows.slice(offset, limit === null ? undefined : offset + limit) as Row[];
  }

  async #all(
    context: ReportContext,
    sort: string | null,
  ): Promise<{ rows: Row[] } & Pick<ComputedRows, 'totals' | 'shape'>> {
    const { rows: given, totals, shape } = await this.#compute(context);
    const rows = [...given] as Row[];
    const columns = this.#report.columns as Fields;
    await fillNamesDeep(this.#verbs, context.tx, columns, rows);
    const { key, isDescending } = readSort(sort);
    const field = columns[key];
    if (field) rows.sort(comparing(key, field, isDescending));
    return { rows, ...(totals ? { totals } : {}), ...(shape ? { shape } : {}) };
  }
}

/** Compares rows as PostgreSQL orders those of other reports: rows without a value come last in either direction. */
function comparing(key: string, field: Field, isDescending: boolean): (one: Row, other: Row) => number {
  const order = field.kind === 'choice' ? choiceValues(field.choices!) : null;
  const ranked = (row: Row) => {
    const value = row[field.kind === 'reference' ? nameKey(key) : key] ?? null;
    return order && value !== null ? order.indexOf(value as string) : value;
  };
  return (one, other) => {
    const [left, right] = [ranked(one), ranked(other)];
    if (left === null || right === null) return Number(left === null) - Number(right === null);
    const compared = left < right ? -1 : left > right ? 1 : 0;
    return isDescending ? -compared : compared;
  };
}

async function expectedRows(tx: TenantTx, statements: ReportStatements): Promise<number> {
  const [plan] = await runSql<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>(tx, statements.estimate());
  return plan!['QUERY PLAN'][0].Plan['Plan Rows'];
}

function checkSort(report: Report, sort: string | null): void {
  const { key } = readSort(sort);
  if (key && !sortableKeys(report).includes(key))
    throw new Refusal(kernelRefusal['bad-input'], { reason: `Sort: ${key}` });
}

/** Sorting a long list by any column would read all of it for one page. */
function refuseSlowSort({ columns, alwaysSortable }: Report, sort: string | null, { who }: TenantTx): void {
  const { key } = readSort(sort);
  if (!key || !alwaysSortable || alwaysSortable.includes(key)) return;
  const column = (columns as Fields)[key]!.label[who.language];
  throw new Refusal(kernelRefusal['sort-too-many'], { limit: COUNTED_ROWS, column });
}

const DAY_MS = 24 * 3600 * 1000;

function checkRange(filters: Given, maxDays: number | undefined): void {
  const { from, to } = filters as { from?: Date | null; to?: Date | null };
  if (!from || !to) return;
  const issue = (zh: string, en: string) => new Refusal(kernelRefusal['bad-input'], {}, [{ path: 'From', zh, en }]);
  if (from > to) throw issue('开始时间不能大于结束时间!', 'The start may not be later than the end');
  if (maxDays && to.getTime() - from.getTime() > maxDays * DAY_MS)
    throw issue(`时间范围不能超过${maxDays}天`, `The range may not exceed ${maxDays} days`);
}
