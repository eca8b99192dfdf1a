import type { Fields } from '../contract/field.ts';
import type { Label } from '../contract/label.ts';
import type { Paging } from '../contract/operation.ts';
import { kernelRefusal, Refusal } from '../contract/refusal.ts';
import { searchFields } from '../contract/resource.ts';
import type { TenantTx } from './database.ts';
import type { Kernel, ReportResult, ReportServer, ResourceServer } from './module.ts';
import type { ResourceVerbs } from './resource-verb.ts';

/** Whatever lists rows, a report or a plain table. */
export interface RowSource {
  readonly name: string;
  readonly title: Label;
  readonly filters: Fields;
  /** Columns of an export. */
  readonly columns: Fields;
  list(tx: TenantTx, filters: Readonly<Record<string, unknown>>, paging: Paging, kernel: Kernel): Promise<ReportResult>;
}

/** The rows of a plain table. */
export function resourceRows(verbs: ResourceVerbs, server: ResourceServer): RowSource {
  const { resource } = server;
  const { name, title, fields } = resource;
  return {
    name,
    title,
    filters: searchFields(resource),
    columns: Object.fromEntries((resource.columns as readonly string[]).map((key) => [key, fields[key]])) as Fields,
    list: (tx, filters, paging) => verbs.list(tx, server, filters, paging),
  };
}

/** The rows of a report, with the names of what they refer to. */
export function reportRows(verbs: ResourceVerbs, { report, handler }: ReportServer): RowSource {
  const { name, title, filters, columns, maxDays } = report;
  return {
    name,
    title,
    filters,
    columns,
    async list(tx, given, paging, kernel) {
      const key = (paging.sort ?? '').replace(/^-/, '');
      if (paging.sort && !report.sortable?.includes(key as never))
        throw new Refusal(kernelRefusal['bad-input'], { reason: `Sort: ${key}` });
      checkRange(given, maxDays);
      const result = await handler(tx, given as never, paging, kernel);
      await fillNamesDeep(verbs, tx, columns, result.rows as object[]);
      return result;
    },
  };
}

/** References inside groups and lists of an answer get their names too. */
export async function fillNamesDeep(
  verbs: ResourceVerbs,
  tx: TenantTx,
  fields: Fields,
  holders: readonly object[],
): Promise<void> {
  if (holders.length === 0) return;
  await verbs.fillNames(tx, fields, holders);
  for (const [key, field] of Object.entries(fields)) {
    const inner =
      field.kind === 'group' ? field : field.kind === 'list' && field.item?.kind === 'group' ? field.item : null;
    if (!inner) continue;
    const below = holders.flatMap((one) => (one as Record<string, unknown>)[key] ?? []) as object[];
    await fillNamesDeep(verbs, tx, inner.fields!, below);
  }
}

const DAY_MS = 24 * 3600 * 1000;

function checkRange(filters: Readonly<Record<string, unknown>>, maxDays: number | undefined): void {
  const { from, to } = filters as { from?: Date | null; to?: Date | null };
  if (!from || !to) return;
  const issue = (zh: string, en: string) => new Refusal(kernelRefusal['bad-input'], {}, [{ path: 'From', zh, en }]);
  if (from > to) throw issue('开始时间不能大于结束时间!', 'The start may not be later than the end');
  if (maxDays && to.getTime() - from.getTime() > maxDays * DAY_MS)
    throw issue(`时间范围不能超过${maxDays}天`, `The range may not exceed ${maxDays} days`);
}
