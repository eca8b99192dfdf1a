import { formatYuan } from '@boyun/domain/money';
import {
  type Access,
  comparedColumns,
  comparedTotals,
  decodeAnswer,
  type ExportRange,
  exportPermission,
  type Fields,
  type Filters,
  type Input,
  type Label,
  type Listed,
  type Operation,
  type Output,
  type Paging,
  PROOF_HEADER,
  type Report,
  type ReportRow,
  type Resource,
  searchFields,
  sortableKeys,
  type Values,
  verbPath,
  wireName,
} from '@boyun/kernel/contract';
import { requestProof } from './proof.ts';
import { type CallOptions, post } from './transport.ts';

/** One page of a list: its rows, the total number of rows, and the sums over all of them where the report has any. */
export interface Listing<T> {
  readonly rows: readonly T[];
  readonly total: number;
  /** The total is approximate: there are too many rows to count. */
  readonly isEstimate: boolean;
  readonly totals: Readonly<Record<string, unknown>>;
}

/**
 * Converts values of code to their wire form: wire names, money in yuan, instants in UTC; files and keys without a field stay unchanged.
 */
export function wireBody(fields: Fields, values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(values)) {
    const field = fields[key];
    if (!field || field.isReadOnly) continue;
    body[wireName(key, field)] = wireValue(field, value);
  }
  return body;
}

function wireValue(field: Fields[string], value: unknown): unknown {
  if (value === null || value === undefined) return value;
  switch (field.kind) {
    case 'money':
      return formatYuan(value as number);
    case 'instant':
      return value instanceof Date ? value.toISOString() : value;
    case 'list':
      return (value as unknown[]).map((one) => wireValue(field.item!, one));
    case 'group':
      return wireBody(field.fields!, value as Record<string, unknown>);
    // Structured data is sent as JSON to keep its types: form values are all text.
    case 'json':
      return JSON.stringify(value);
    default:
      return value;
  }
}

/**
 * Calls an operation, after asking for the password where it requires one; rejects with a CallFailure, and shows the error to the user
 * unless `isQuiet`.
 */
export async function call<T extends Operation>(
  operation: T,
  input: Partial<Input<T>>,
  options?: CallOptions,
): Promise<Output<T>> {
  const { answersAs, output, needsPassword } = operation;
  const given = needsPassword ? await proven(needsPassword, options) : options;
  const { data } = await post(operation.path, wireBody(operation.input, input), given);
  const isWhole = answersAs === undefined || answersAs === 'beside';
  return decodeAnswer(output, isWhole ? data : { [wireName(answersAs, output[answersAs])]: data }) as Output<T>;
}

/** Fetches one page of a report. */
export function list<T extends Report>(
  source: T,
  filters: Partial<Filters<T> & Paging>,
  options?: CallOptions,
): Promise<Listing<ReportRow<T>>>;
/** Fetches one page of a resource; rows carry the names of their references (`lotId` → `lotName`). */
export function list<R extends Resource>(
  source: R,
  filters: Readonly<Record<string, unknown>>,
  options?: CallOptions,
): Promise<Listing<Listed<R>>>;
/** Fetches one page of any source of rows. */
export async function list(
  source: Report | Resource,
  filters: Readonly<Record<string, unknown>>,
  options?: CallOptions,
): Promise<Listing<unknown>> {
  const { path, filterFields, ...shape } = listShape(source);
  const { page, perPage, sort, ...rest } = filters;
  const isCompared = !isResource(source) && source.compared !== undefined && Boolean(rest.compare);
  const rowFields = isCompared ? comparedColumns(source) : shape.rowFields;
  const totalFields = isCompared ? comparedTotals(source) : shape.totalFields;
  const answer = await post(
    path,
    { ...wireBody(filterFields, rest), Page: page, PerPage: perPage, Sort: sort },
    options,
  );
  return readListing(answer.data, rowFields, totalFields);
}

/** What a list uses of its source, be it a resource or a report. */
export interface ListShape {
  readonly path: string;
  readonly filterFields: Fields;
  readonly rowFields: Fields;
  readonly totalFields: Fields;
  readonly columns: readonly string[];
  readonly sortable: readonly string[];
}

/** Whether a source of rows is a resource rather than a report. */
export function isResource(source: Report | Resource): source is Resource {
  return 'verbs' in source;
}

const shapes = new WeakMap<Report | Resource, ListShape>();

/** Returns the shape of a list's source. */
export function listShape(source: Report | Resource): ListShape {
  let shape = shapes.get(source);
  if (!shape) {
    shape = isResource(source)
      ? {
          path: verbPath(source, 'list'),
          filterFields: searchFields(source),
          rowFields: source.allFields,
          totalFields: {},
          columns: source.columns as readonly string[],
          // Sorting by phone numbers is useless, and the server refuses it to readers who get them masked.
          sortable: (source.columns as readonly string[]).filter(
            (key) => !source.computed?.includes(key) && !source.fields[key]?.isPhone,
          ),
        }
      : {
          path: source.path,
          filterFields: source.filters,
          rowFields: source.columns,
          totalFields: source.totals ?? {},
          columns: Object.keys(source.columns).filter((key) => key !== 'id' && !source.columns[key]!.isRowId),
          sortable: sortableKeys(source),
        };
    shapes.set(source, shape);
  }
  return shape;
}

function readListing(data: unknown, rowFields: Fields, totalFields: Fields): Listing<unknown> {
  const given = (data ?? {}) as { Rows?: unknown[]; Total?: number; IsEstimate?: boolean; Totals?: unknown };
  const rows = (given.Rows ?? []).map((row) => decodeAnswer(rowFields, row));
  return {
    rows,
    total: Number(given.Total ?? rows.length),
    isEstimate: given.IsEstimate === true,
    totals: decodeAnswer(totalFields, given.Totals),
  };
}

/** Fetches one row of a resource. */
export async function getRow<R extends Resource>(of: R, id: string, options?: CallOptions): Promise<Listed<R>> {
  const answer = await post(verbPath(of, 'get'), { Id: id }, options);
  return decodeAnswer(of.allFields, answer.data) as Listed<R>;
}

/** Result of a write; `isPending` where it waits for approval and nothing was written yet. */
interface Saved {
  readonly id: string;
  readonly isPending: boolean;
}

function savedOf(data: unknown): Saved {
  const { Id, IsPending } = (data ?? {}) as { Id?: unknown; IsPending?: unknown };
  return { id: String(Id ?? ''), isPending: IsPending === true };
}

/** Creates a row. */
export async function createRow<R extends Resource>(
  of: R,
  values: Partial<Values<R['fields']>>,
  options?: CallOptions,
): Promise<Saved> {
  const given = of.adminVerbs?.includes('create') ? await proven({ zh: '是否保存？', en: 'Save?' }, options) : options;
  return savedOf((await post(verbPath(of, 'create'), wireBody(of.fields, values), given)).data);
}

/**
 * Updates the given fields of a row; null clears a field, except a secret, which then stays. `version` is the version read; the server
 * refuses an outdated one.
 */
export async function updateRow<R extends Resource>(
  of: R,
  row: { id: string; version: number },
  values: Partial<Values<R['fields']>>,
  options?: CallOptions,
): Promise<Saved> {
  const kept = Object.entries(values).filter(([key, value]) => value !== null || of.fields[key]?.kind !== 'secret');
  const body = wireBody(of.fields, Object.fromEntries(kept));
  // A form cannot carry null or an empty list: an empty text clears the field.
  for (const [name, value] of Object.entries(body))
    if (value === null || (Array.isArray(value) && value.length === 0)) body[name] = '';
  const given = of.adminVerbs?.includes('update') ? await proven({ zh: '是否保存？', en: 'Save?' }, options) : options;
  return savedOf((await post(verbPath(of, 'update'), { ...body, Id: row.id, Version: row.version }, given)).data);
}

/**
 * Deletes a row, after asking for the password and for confirmation; rejects with the code `cancelled` if the user declines. Where history
 * refers to the row, it may have been retired instead.
 */
export async function deleteRow(
  of: Resource,
  id: string,
  options?: CallOptions,
): Promise<'deleted' | 'retired' | 'pending'> {
  const given = await proven(DELETE, options);
  return removedOf((await post(verbPath(of, 'delete'), { Id: id }, given)).data as Removed);
}

const DELETE = { zh: '是否删除？', en: 'Delete?' };

/** The answer about a row that was to be deleted. */
interface Removed {
  readonly IsRetired?: boolean;
  readonly IsPending?: boolean;
}

const removedOf = ({ IsRetired, IsPending }: Removed) => (IsPending ? 'pending' : IsRetired ? 'retired' : 'deleted');

/** What became of a row that was to be deleted; `refused` is why it stays. */
export interface Deletion {
  readonly id: string;
  readonly done: ReturnType<typeof removedOf> | null;
  readonly refused: string | null;
}

/** Deletes rows, at most `MOST_DELETED`, like `deleteRow` with one password and question for all. */
export async function deleteRows(of: Resource, ids: readonly string[], options?: CallOptions): Promise<Deletion[]> {
  const given = await proven(DELETE, options);
  const answer = await post(verbPath(of, 'delete'), { Ids: ids }, given);
  const { Results } = answer.data as { Results: readonly (Removed & { Id: string; Message?: string })[] };
  return Results.map((one) => ({
    id: one.Id,
    done: one.Message ? null : removedOf(one),
    refused: one.Message ?? null,
  }));
}

/** Returns the options of a call with the proof that the password was entered. */
export async function proven(question: Label, options: CallOptions = {}): Promise<CallOptions> {
  const proof = options.proof ?? (await requestProof(options.question ?? question));
  return { ...options, headers: { ...options.headers, [PROOF_HEADER]: proof } };
}

/** Returns the permission to export a list's rows, or null where export is not offered. */
export function exportAccess(source: Report | Resource): Access | null {
  if (!isResource(source)) return exportPermission(source);
  return source.verbs.includes('export') ? source.can.export : null;
}

async function postExport(
  source: Report | Resource,
  filters: Readonly<Record<string, unknown>>,
  wish: Readonly<Record<string, unknown>>,
): Promise<unknown> {
  const path = isResource(source) ? verbPath(source, 'export') : `${source.path}/export`;
  const { data } = await post(path, { ...wireBody(listShape(source).filterFields, filters), ...wish });
  return data;
}

/** Exports all matching rows of a resource or report; returns the address of the file when it is ready. */
export async function exportRows(
  source: Report | Resource,
  filters: Readonly<Record<string, unknown>>,
): Promise<string> {
  return String(await postExport(source, filters, { QueryAll: true }));
}

/** Starts an export in the background; returns the id of its task. */
export async function startExport(
  source: Report | Resource,
  filters: Readonly<Record<string, unknown>>,
  range: ExportRange,
  file: { format: string; sort: string | null | undefined },
): Promise<string> {
  const wish =
    range.kind === 'pages'
      ? { StartPage: range.startPage, EndPage: range.endPage, PerPage: range.perPage, Page: range.startPage }
      : range.kind === 'period'
        ? { isCustomExport: true, filterDateTime: [range.fromDay, range.toDay] }
        : { QueryAll: true };
  const data = await postExport(source, filters, { ...wish, Sort: file.sort, Format: file.format, Background: true });
  return String((data as { TaskId: string }).TaskId);
}
