import { rm } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { wallTime } from '@boyun/domain/period';
import { normalizePlate } from '@boyun/domain/plate';
import {
  EXPORT_ROWS,
  type ExportFormat,
  type ExportRange,
  type ExportRequest,
  exportFields,
  exportWarning,
  periodKeys,
  XLS_ROWS,
} from '../contract/export-range.ts';
import type { Report } from '../contract/operation.ts';
import { kernelRefusal, Refusal } from '../contract/refusal.ts';
import { decode, encode, type WireObject } from '../contract/wire.ts';
import { parseWireTime } from '../contract/wire-time.ts';
import type { Kernel } from './kernel.ts';
import type { Read } from './request-body.ts';
import type { RowRange } from './resource-list.ts';
import type { RowSource } from './row-source.ts';
import { writeTable } from './sheet-writer.ts';
import type { Tasks } from './task.ts';
import type { TaskRun, TaskWork } from './task-run.ts';
import { hidesPhones, type Who } from './who.ts';

/** The input of an export task. */
interface ExportInput {
  readonly filters: WireObject;
  /** Plates that rows are limited to; all without any. */
  readonly plates?: readonly string[];
  readonly range: ExportRange;
  readonly sort: string | null;
  readonly format: ExportFormat;
  readonly fileName: string;
}

/** Rows written before the event loop is yielded. */
const TURN_ROWS = 250;
/**
 * How often progress is stored. While the snapshot of an export is open, no earlier version of its task's row can be removed, and each
 * update has to pass all of them.
 */
const NOTE_MS = 1000;
const DEFAULT_PER_PAGE = 20;

/**
 * Handles an export call: validates it, starts its task, and waits for the file unless it is to run in the background. `usual` is the
 * format of a caller that names none.
 */
export async function acceptExport(
  kernel: Kernel,
  source: RowSource,
  caller: Who,
  asked: unknown,
  read: Read,
  usual: ExportFormat = 'xlsx',
) {
  const body = withParameters(asked);
  const context = { zone: caller.zone };
  const wish = read(exportFields, body, context);
  const who = limited(caller, source, wish.lots);
  const today = dayOf(kernel.clock.now(), who.zone);
  const range = rangeOf(wish, who.zone);
  const filters: Record<string, unknown> = { ...read(source.filters, body, context) };
  if (range.kind === 'period') Object.assign(filters, periodFilters(source, range, who.zone));
  const plates = platesOf(source, wish.plates);
  const refuse = (total: number) => {
    const warning = exportWarning(range, { total, shownTotal: wish.shownTotal, today });
    if (warning) throw new Refusal(warning);
  };
  if (range.kind === 'period') refuse(0);
  const total = await kernel.database.inTenant(
    who,
    (tx) => source.count(tx, { ...filters, ...plates }, EXPORT_ROWS + 1, kernel),
    {
      pool: 'office',
      ...source.reading(who),
      isSnapshot: true,
    },
  );
  refuse(total);
  const format = formatOf(body, wish, { usual, count: rowsOf(range, total) });
  const input: ExportInput = {
    filters: encode(source.filters, filters, context),
    ...(plates ? { plates: plates.plate } : {}),
    range,
    sort: wish.sort,
    format,
    fileName: `${wish.tenantName ? `${wish.tenantName} ` : ''}${source.title[who.language]} ${nameOf(range, kernel.clock.now(), who)}.${format}`,
  };
  const id = await kernel.database.inTenant(who, (tx) =>
    kernel.tasks.start(tx, {
      kind: 'export',
      source: source.name,
      input,
      told: {
        ...(wish.key ? { key: wish.key } : {}),
        filters: input.filters,
        ...(wish.lots.length > 0 ? { lots: wish.lots } : {}),
        ...plates,
        range,
        fileName: input.fileName,
      },
      total: rowsOf(range, total),
    }),
  );
  // A program with a key has no task centre, so it always waits for the result.
  if (wish.isBackground && who.kind !== 'key') return { TaskId: id };
  const { file } = await kernel.tasks.wait(who, id);
  return kernel.files.sign(file!.key, file!.name);
}

/** Returns the order of a task that exports a whole report in its standard order; `filters` are values of its filters. */
export function exportOrder(
  { name, filters: fields }: Pick<Report, 'name' | 'filters'>,
  of: {
    readonly filters: Readonly<Record<string, unknown>>;
    readonly format: ExportFormat;
    readonly fileName: string;
    readonly zone: string;
  },
): Parameters<Tasks['start']>[1] {
  const { format, fileName } = of;
  const filters = encode(fields, of.filters, { zone: of.zone });
  const input: ExportInput = { filters, range: { kind: 'all' }, sort: null, format, fileName };
  return { kind: 'export', source: name, input, told: { filters, range: input.range, fileName } };
}

/** The caller, limited to lots of their own choice. */
function limited(who: Who, source: RowSource, lots: readonly string[]): Who {
  if (lots.length === 0) return who;
  if (!source.isOfLots) throw new Refusal(kernelRefusal['export-no-lots']);
  return { ...who, lotIds: who.lotIds === null ? lots : lots.filter((one) => who.lotIds!.includes(one)) };
}

/** The plates that an export is limited to, as a filter. */
function platesOf(source: RowSource, plates: readonly string[]): { readonly plate: readonly string[] } | null {
  if (plates.length === 0) return null;
  if (!source.takesPlates) throw new Refusal(kernelRefusal['export-no-plates']);
  return { plate: plates.map(normalizePlate) };
}

/** Returns the format of a file; a format that was not asked for gives way to `.xlsx` where it cannot hold the rows. */
function formatOf(
  body: unknown,
  wish: ExportRequest,
  { usual, count }: { readonly usual: ExportFormat; readonly count: number },
): ExportFormat {
  const { Format, format = Format } = (body ?? {}) as { readonly Format?: unknown; readonly format?: unknown };
  const isAsked = format !== undefined && format !== null && format !== '';
  const wanted = isAsked ? (wish.format as ExportFormat) : usual;
  if (wanted !== 'xls' || count <= XLS_ROWS) return wanted;
  if (isAsked) throw new Refusal(kernelRefusal['export-xls-rows']);
  return 'xlsx';
}

/**
 * Whether a call of a list asks for a file instead (spec §3, §7): it names a first or last page, a period, or all rows, itself or in its
 * `param`.
 */
export function asksForFile(asked: unknown): boolean {
  const { QueryAll } = (withParameters(asked) ?? {}) as { readonly QueryAll?: unknown };
  return isFileAsked(asked) || isOn(QueryAll);
}

const isOn = (value: unknown) => value === true || value === 'true' || value === 1 || value === '1';

/** Like `asksForFile`, of a call that answers all rows as a list where `QueryAll` says so. */
export function isFileAsked(asked: unknown): boolean {
  const body = (withParameters(asked) ?? {}) as Readonly<Record<string, unknown>>;
  const isNamed = (key: string) => body[key] !== undefined && body[key] !== null && body[key] !== '';
  return ['exportAll', 'isCustomExport'].some((key) => isOn(body[key])) || ['StartPage', 'EndPage'].some(isNamed);
}

/** The request with the fields of its `param`, where a caller keeps filters and pages apart from the rest (spec §3). */
export function withParameters(asked: unknown): unknown {
  const { param, ...rest } = (asked ?? {}) as { readonly param?: unknown };
  const body = (param && typeof param === 'object' ? { ...param, ...rest } : asked) as Record<string, unknown> | null;
  if (!body) return body;
  const named = { parkLotArrList: 'LotId', plateArrList: 'Plate' };
  const lists = Object.entries(named).flatMap(([key, id]) => {
    const given = body[key];
    return Array.isArray(given) ? [[key, given.map((one) => idIn(one, id))]] : [];
  });
  return lists.length > 0 ? { ...body, ...Object.fromEntries(lists) } : body;
}

/** Lots and plates may be sent as the rows that a list answered. */
const idIn = (given: unknown, key: string): unknown =>
  typeof given === 'object' && given !== null ? (given as Readonly<Record<string, unknown>>)[key] : given;

function dayOf(moment: Date, zone: string): string {
  return wallTime(moment.getTime(), zone).slice(0, 10);
}

/** Returns the requested range of rows; all of them without pages or a period. */
function rangeOf(wish: ExportRequest, zone: string): ExportRange {
  const [from, to] = wish.filterDateTime;
  if (wish.isCustomExport) {
    if (!from || !to) throw new Refusal(kernelRefusal['export-period-missing']);
    return { kind: 'period', fromDay: dayOf(from, zone), toDay: dayOf(to, zone) };
  }
  const first = wish.startPage ?? wish.page ?? wish.lowerPage;
  const last = wish.endPage ?? first;
  const isPaged = last !== null || wish.perPage !== null;
  if (wish.isQueryAll || wish.isExportAll || !isPaged) return { kind: 'all' };
  return { kind: 'pages', startPage: first ?? 1, endPage: last ?? 1, perPage: wish.perPage ?? DEFAULT_PER_PAGE };
}

/** Returns the offset of a range and its maximum number of rows. */
function placeOf(range: ExportRange): RowRange {
  if (range.kind !== 'pages') return { offset: 0, limit: null };
  const { startPage, endPage, perPage } = range;
  return { offset: (startPage - 1) * perPage, limit: (endPage - startPage + 1) * perPage };
}

function rowsOf(range: ExportRange, total: number): number {
  const { offset, limit } = placeOf(range);
  return Math.max(0, Math.min(total - offset, limit ?? total));
}

/** Returns the filters that restrict a list to the days of a period, in the tenant's time zone. */
function periodFilters(source: RowSource, range: ExportRange & { kind: 'period' }, zone: string) {
  const keys = periodKeys(source.filters);
  if (!keys) throw new Refusal(kernelRefusal['export-no-period']);
  const isDay = source.filters[keys[0]]!.kind === 'day';
  const [from, to] = isDay
    ? [range.fromDay, range.toDay]
    : [parseWireTime(`${range.fromDay} 00:00:00`, zone), parseWireTime(`${range.toDay} 23:59:59`, zone)];
  return { [keys[0]]: from, [keys[1]]: to };
}

/** Returns the part of the file name after the title: pages, period, or time (spec §9). */
function nameOf(range: ExportRange, now: Date, { language, zone }: Who): string {
  if (range.kind === 'period') return `${range.fromDay}~${range.toDay}`.replaceAll('-', '');
  if (range.kind === 'all') return wallTime(now.getTime(), zone).replace(/[-:T]/g, '');
  const { startPage, endPage } = range;
  const pages = startPage === endPage ? `${startPage}` : `${startPage}-${endPage}`;
  return language === 'zh' ? `第${pages}页` : `page ${pages}`;
}

/** The work of exports: reads one snapshot from a cursor and writes the file while reading. */
export function exportWork(sources: ReadonlyMap<string, RowSource>): TaskWork {
  return async (run) => {
    const { database, files, clock } = run.kernel;
    const source = sources.get(run.source)!;
    const { filters, plates, range, sort, format, fileName } = run.input as unknown as ExportInput;
    const who = run.who();
    const decoded = decode(source.filters, filters, { zone: who.zone });
    if (!decoded.ok) throw new Refusal(kernelRefusal['bad-input'], {}, decoded.issues);
    const values = { ...decoded.values, ...(plates ? { plate: plates } : {}) };
    const path = await files.newDraft();
    try {
      await database.inTenant(
        who,
        async (tx) => {
          const { language, zone } = who;
          const own = await source.shape?.(tx, values, run.kernel);
          const { title, columns: fields } = own ?? { title: source.title[language], columns: source.columns };
          const options = { title, fields, language, zone, hidesPhones: hidesPhones(who) };
          const total = rowsOf(range, await source.count(tx, values, EXPORT_ROWS + 1, run.kernel));
          if (total > EXPORT_ROWS) throw new Refusal(kernelRefusal['export-too-many']);
          const batches = source.stream(tx, values, sort, placeOf(range), run.kernel);
          await writeTable(path, format, readRows(run, total, batches), options);
        },
        { ...source.reading(who), isSnapshot: true, pool: 'long' },
      );
      const key = `${run.tenantId}/export/${clock.now().toISOString().slice(0, 10)}/${run.id}-${run.run}.${format}`;
      await files.putFile(key, path);
      return { file: { key, name: fileName } };
    } finally {
      await rm(path, { force: true });
    }
  };
}

/** Yields rows in small batches; stores the progress of the task now and then, and at the end. */
async function* readRows(
  run: TaskRun,
  total: number,
  batches: ReturnType<RowSource['stream']>,
): AsyncGenerator<readonly Readonly<Record<string, unknown>>[]> {
  let done = 0;
  let notedAt = performance.now();
  const note = () => run.note({ done, total: Math.max(done, total) });
  for await (const rows of batches) {
    for (let at = 0; at < rows.length; at += TURN_ROWS) {
      if (at > 0) await setImmediate();
      yield rows.slice(at, at + TURN_ROWS);
    }
    done += rows.length;
    run.signal.throwIfAborted();
    if (performance.now() - notedAt < NOTE_MS) continue;
    await note();
    notedAt = performance.now();
  }
  await note();
}
