import { normalizePlate } from '@boyun/domain/plate';
import { type Field, type Fields, UUID } from '../contract/field.ts';
import { kernelRefusal, Refusal } from '../contract/refusal.ts';
import { writableFields } from '../contract/resource.ts';
import type { ImportRow } from '../contract/task.ts';
import { decode, wireName } from '../contract/wire.ts';
import type { ImportTable } from '../contract/workbook.ts';
import type { TenantTx } from './database.ts';
import { rowRefusal } from './envelope.ts';
import type { ResourceServer } from './module.ts';
import type { ResourceVerbs } from './resource-verb.ts';
import { wireOfCell } from './sheet-reader.ts';

/** Returns a function that finds the earlier row of the file that a row repeats: identical as a whole, or in a unique set of fields. */
export function repeatFinder(fields: Fields, keys: readonly (readonly string[])[]): (row: ImportRow) => number | null {
  const seen = new Map<string, number>();
  const normal = (key: string, cell = '') =>
    fields[key]!.kind === 'plate' ? normalizePlate(cell) : wireOfCell(fields[key]!, cell);
  return ({ row, cells }) => {
    let found: number | null = null;
    for (const [index, columns] of [Object.keys(fields), ...keys].entries()) {
      // A unique set with an empty field may occur more than once.
      if (index > 0 && columns.some((key) => !cells[key])) continue;
      const key = JSON.stringify([index, ...columns.map((one) => normal(one, cells[one]))]);
      const first = seen.get(key);
      if (first === undefined) seen.set(key, row);
      else found ??= first;
    }
    return found;
  };
}

/** Maximum number of rows per import that may wait for approval: each is a request that a person reads. */
const HELD_ROWS = 500;

/** Outcome of a row: added, waiting for approval, or rejected. */
export type RowOutcome = 'added' | 'held' | { readonly isRepeat: boolean; readonly error: string };

/** Adds one row; `heldCount` rows before it wait for approval. `ids` caches the ids found by name so far. */
export async function tryRow(
  tx: TenantTx,
  { verbs, servers }: { readonly verbs: ResourceVerbs; readonly servers: ReadonlyMap<string, ResourceServer> },
  { of, fields }: ImportTable,
  cells: ImportRow['cells'],
  { ids, heldCount }: { readonly ids: Map<string, string>; readonly heldCount: number },
): Promise<RowOutcome> {
  const { who } = tx;
  try {
    const lot = fields.lotId && cells.lotId;
    const lotId = lot ? ((await wireValue(tx, verbs, fields.lotId!, lot, { lotId: null, ids })) as string) : null;
    const raw: Record<string, unknown> = {};
    for (const [key, cell] of Object.entries(cells)) {
      const field = fields[key];
      if (field) raw[wireName(key, field)] = await wireValue(tx, verbs, field, cell, { lotId, ids });
    }
    const decoded = decode(writableFields(of.fields), raw, { zone: who.zone });
    if (!decoded.ok) throw new Refusal(kernelRefusal['bad-input'], {}, decoded.issues);
    return await tx.savepoint(async () => {
      const { isHeld } = await verbs.create(tx, servers.get(of.name)!, decoded.values);
      if (isHeld && heldCount >= HELD_ROWS)
        throw new Refusal(kernelRefusal['import-held'], { what: of.title[who.language], limit: HELD_ROWS });
      return isHeld ? 'held' : 'added';
    });
  } catch (error) {
    const { rule, words } = rowRefusal(error, who.language);
    return { isRepeat: rule.code === kernelRefusal.duplicate.code, error: words };
  }
}

async function wireValue(
  tx: TenantTx,
  verbs: ResourceVerbs,
  field: Field,
  cell: string,
  within: { readonly lotId: string | null; readonly ids: Map<string, string> },
): Promise<unknown> {
  if (field.kind === 'list') {
    const parts = cell.split(/[,，、;；]/).flatMap((one) => one.trim() || []);
    const values: unknown[] = [];
    for (const one of parts) values.push(await wireValue(tx, verbs, field.item!, one, within));
    return values;
  }
  if (cell === '' || field.kind !== 'reference' || UUID.test(cell)) return wireOfCell(field, cell);
  // Files refer to things by name, not by id.
  const { ids, lotId } = within;
  const name = `${field.to} ${lotId} ${cell}`;
  const id = ids.get(name) ?? (await verbs.references.idOfName(tx, field, cell, lotId));
  const { zh, en } = field.label;
  if (!id)
    throw new Refusal(kernelRefusal['bad-input'], {}, [
      { path: name, zh: `${zh}“${cell}”不存在`, en: `${en}: there is no "${cell}"` },
    ]);
  ids.set(name, id);
  return id;
}
