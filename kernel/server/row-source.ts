import type { Fields } from '../contract/field.ts';
import type { Label } from '../contract/label.ts';
import type { Paging } from '../contract/operation.ts';
import { searchFields } from '../contract/resource.ts';
import type { TenantTx } from './database.ts';
import type { Kernel } from './kernel.ts';
import type { ReportResult, ResourceServer } from './module.ts';
import type { ReportReading, RowShape } from './report.ts';
import type { RowRange } from './resource-list.ts';
import type { ResourceVerbs } from './resource-verb.ts';

/** Whatever lists rows, a report or a plain table. */
export interface RowSource {
  readonly name: string;
  readonly title: Label;
  readonly filters: Fields;
  /** Whether its rows belong to lots. */
  readonly isOfLots: boolean;
  /** Whether its filter `plate` may be a list of plates, any of which rows match. */
  readonly takesPlates: boolean;
  /** Columns of an export. */
  readonly columns: Fields;
  /** The columns and the title of these rows, where they depend on the filters. */
  shape?(tx: TenantTx, filters: Readonly<Record<string, unknown>>, kernel: Kernel): Promise<RowShape>;
  /** Options of the transactions its rows are read in. */
  readonly reading: ReportReading;
  list(tx: TenantTx, filters: Readonly<Record<string, unknown>>, paging: Paging, kernel: Kernel): Promise<ReportResult>;
  /** Counts rows up to a limit. */
  count(tx: TenantTx, filters: Readonly<Record<string, unknown>>, limit: number, kernel: Kernel): Promise<number>;
  /** Reads rows from one cursor, in batches. */
  stream(
    tx: TenantTx,
    filters: Readonly<Record<string, unknown>>,
    sort: string | null,
    range: RowRange,
    kernel: Kernel,
  ): AsyncIterable<readonly Readonly<Record<string, unknown>>[]>;
}

/** The rows of a plain table. */
export function resourceRows(verbs: ResourceVerbs, server: ResourceServer): RowSource {
  const { resource } = server;
  const { name, title, fields } = resource;
  return {
    name,
    title,
    filters: searchFields(resource),
    isOfLots: resource.lotField !== null,
    takesPlates: Object.hasOwn(resource.search, 'plate'),
    columns: Object.fromEntries((resource.columns as readonly string[]).map((key) => [key, fields[key]])) as Fields,
    reading: () => ({}),
    list: (tx, filters, paging) => verbs.list(tx, server, filters, paging),
    count: (tx, filters) => verbs.count(tx, server, filters),
    stream: (tx, filters, sort, range) => verbs.stream(tx, server, filters, sort, range),
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
  await verbs.references.fillNames(tx, fields, holders);
  for (const [key, field] of Object.entries(fields)) {
    const inner =
      field.kind === 'group' ? field : field.kind === 'list' && field.item?.kind === 'group' ? field.item : null;
    if (!inner) continue;
    const below = holders.flatMap((one) => (one as Record<string, unknown>)[key] ?? []) as object[];
    await fillNamesDeep(verbs, tx, inner.fields!, below);
  }
}
