import type { Field, Fields } from '../contract/field.ts';
import type { Resource } from '../contract/resource.ts';

/** Returns the values for the audit log: declared fields only, secrets masked. */
export function readable(resource: Resource, row: object): Record<string, unknown> {
  const out: Record<string, unknown> = {};
  for (const [key, field] of Object.entries(resource.fields as Fields)) {
    const value = (row as Record<string, unknown>)[key];
    if (value !== undefined) out[key] = field.kind === 'secret' && value ? '******' : value;
  }
  return out;
}

/** Returns the keys of a table that have a column. */
export function storedKeys(resource: Resource): string[] {
  return Object.keys(resource.fields as Fields).filter((key) => !resource.computed?.includes(key));
}

/** Returns the select list of a table. */
export function columnList(resource: Resource): string {
  return ['id', 'version', 'createdAt', 'updatedAt', ...storedKeys(resource)].map(quoted).join(', ');
}

/** Converts a value to what its column stores. */
export function stored(resource: Resource, key: string, value: unknown): unknown {
  return (resource.fields as Fields)[key]?.kind === 'json' && value !== null ? JSON.stringify(value) : value;
}

/** Returns the quoted column name of a key: `lotId` → `"lot_id"`. */
export function quoted(key: string): string {
  return `"${key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}"`;
}

/** Restores values that were stored as JSON, which has no instants. */
export function revived(resource: Resource, values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const revive = (field: Field | undefined, value: unknown) =>
    field?.kind === 'instant' && value !== null ? new Date(value as string) : value;
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key, revive((resource.fields as Fields)[key], value)]),
  );
}
