import type { Label } from '@boyun/kernel/contract';
import type { AuditField, AuditFields } from './audit-log.contract.ts';

/** One value of an entry, before and after; undefined where it was absent. */
export interface Change {
  readonly key: string;
  readonly before: unknown;
  readonly after: unknown;
  readonly isChanged: boolean;
}

/** Returns the values of an entry by key, changed ones first, otherwise in the order they were written. */
export function changesOf(before: unknown, after: unknown): Change[] {
  const old = asRecord(before);
  const now = asRecord(after);
  const keys = [...new Set([...Object.keys(old), ...Object.keys(now)])];
  const changes = keys.map((key) => ({
    key,
    before: old[key],
    after: now[key],
    isChanged: canonical(old[key] ?? null) !== canonical(now[key] ?? null),
  }));
  return [...changes.filter((one) => one.isChanged), ...changes.filter((one) => !one.isChanged)];
}

function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  if (value === null || value === undefined) return {};
  return typeof value === 'object' && !Array.isArray(value) ? (value as Record<string, unknown>) : { value };
}

/** Returns a text that is equal for equal values, independent of key order. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  );
}

/** Returns the declared field of a value; otherwise a field with the known name or the key, of a kind inferred from the value. */
export function fieldOf(change: Change, fields: AuditFields, names: Readonly<Record<string, Label>>): AuditField {
  const declared = fields[change.key];
  if (declared) return declared;
  const label = names[change.key] ?? { zh: change.key, en: change.key };
  return { kind: kindOf(change.key, change.after ?? change.before), label, item: { kind: 'text', label } };
}

function kindOf(key: string, value: unknown): AuditField['kind'] {
  if (typeof value === 'boolean') return 'flag';
  if (typeof value === 'number') return key.endsWith('Fen') ? 'money' : 'decimal';
  if (Array.isArray(value)) return value.some((one) => typeof one === 'object') ? 'json' : 'list';
  if (typeof value === 'string') return isInstant(value) ? 'instant' : 'text';
  return value === null || value === undefined ? 'text' : 'json';
}

function isInstant(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(text);
}

/** Converts a value to its form in code: entries are stored as JSON, which has no instants; an empty list becomes null. */
export function valueInCode(field: AuditField, value: unknown): unknown {
  if (field.kind === 'instant' && typeof value === 'string') return new Date(value);
  if (Array.isArray(value) && value.length === 0) return null;
  // A value that does not match its declared field (a list stored as text) is shown unchanged.
  if (field.kind === 'list' && !Array.isArray(value) && value !== null && value !== undefined) return [value];
  return value;
}
