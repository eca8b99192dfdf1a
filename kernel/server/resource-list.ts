import type { Fields } from '../contract/field.ts';
import { readSort } from '../contract/operation.ts';
import { kernelRefusal, Refusal } from '../contract/refusal.ts';
import { mayLackLot, oneOfKey, type Resource } from '../contract/resource.ts';
import { Conditions, escapeLike } from './conditions.ts';
import type { TenantTx } from './database.ts';
import { columnList, quoted, storedKeys } from './resource-row.ts';
import { hidesPhones } from './who.ts';

/** Which rows of a list are read: so many, or all, from a place on. */
export interface RowRange {
  readonly offset: number;
  readonly limit: number | null;
}

/** Returns the statement that lists the rows that match, in their order. */
export function listingOf(
  tx: TenantTx,
  resource: Resource,
  filters: Readonly<Record<string, unknown>>,
  sort: string | null,
) {
  const { sql, values } = rowsLike(tx, resource, filters);
  const order = orderOf(tx, resource, sort);
  return {
    text: `select ${columnList(resource)} from ${quoted(resource.table)} where ${sql} order by ${order}`,
    values,
  };
}

/** Returns the conditions for the rows the caller may see and the filters match. */
export function rowsLike(tx: TenantTx, resource: Resource, filters: Readonly<Record<string, unknown>>): Conditions {
  const conditions = reachOf(tx, resource);
  for (const [key, match] of Object.entries(resource.search)) {
    const column = quoted(key);
    if (key === 'plate' && Array.isArray(filters[key])) conditions.add(`${column} = any(?::text[])`, filters[key]);
    else if (match === 'range') {
      conditions.add(`${column} >= ?`, filters[`${key}From`]);
      conditions.add(`${column} <= ?`, filters[`${key}To`]);
    } else if (match === 'has') conditions.add(`${column} @> array[?]::uuid[]`, filters[oneOfKey(key)] || null);
    else if (match === 'equals' || isMasked(tx, resource, key))
      // A search for a part would reveal a masked number digit by digit.
      conditions.add(`${column} = ?`, filters[key] === '' ? null : filters[key]);
    else {
      const text = filters[key] as string | null | undefined;
      conditions.add(`${column} ilike ?`, text ? `${match === 'contains' ? '%' : ''}${escapeLike(text)}%` : null);
    }
  }
  return conditions;
}

/** Returns the conditions for the rows the caller may see. */
export function reachOf(tx: TenantTx, resource: Resource): Conditions {
  const conditions = new Conditions().add('tenant_id = ?', tx.tenantId);
  if (resource.lotField && tx.who.lotIds !== null) {
    const column = quoted(resource.lotField);
    const isList = resource.lotField !== 'id' && resource.fields[resource.lotField].kind === 'list';
    const within = `(${column} <> '{}' and ${column} <@ ?::uuid[])`;
    const [isNone, isSeen] = isList
      ? [`${column} = '{}'`, resource.isSeenWhole ? within : `${column} && ?::uuid[]`]
      : [`${column} is null`, `${column} = any(?::uuid[])`];
    // A row without a lot applies to all lots and is visible to all accounts; the right to change it is checked on writing.
    conditions.add(mayLackLot(resource) ? `(${isNone} or ${isSeen})` : isSeen, tx.who.lotIds);
  }
  return conditions;
}

/** Whether the caller gets a field masked. */
function isMasked(tx: TenantTx, resource: Resource, key: string): boolean {
  return (resource.fields as Fields)[key]?.isPhone === true && hidesPhones(tx.who);
}

/** Returns the order of a list: the chosen column, then the standard order. */
function orderOf(tx: TenantTx, resource: Resource, sort: string | null): string {
  const { key, isDescending } = readSort(sort);
  const isKnown = Object.hasOwn(resource.fields, key) || ['', 'id', 'createdAt', 'updatedAt'].includes(key);
  // Sorting by a masked number would reveal it as well.
  if (!isKnown || isMasked(tx, resource, key))
    throw new Refusal(kernelRefusal['bad-input'], { reason: `Sort: ${key}` });
  const chosen =
    key && (storedKeys(resource).includes(key) || key === 'createdAt' || key === 'updatedAt')
      ? [{ field: key, isDescending }]
      : [];
  const standard = resource.order ?? [];
  return [...chosen, ...standard, { field: 'id', isDescending: true }]
    .map((one) => `${quoted(one.field)}${one.isDescending ? ' desc' : ''}`)
    .join(', ');
}
