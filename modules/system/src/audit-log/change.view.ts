import type { Label } from '@boyun/kernel/contract';
import type { AuditField, AuditFields } from './audit-log.contract.ts';

/** One value of an entry, before and after; undefined where it was not there. */
export interface Change {
  readonly key: string;
  readonly before: unknown;
  readonly after: unknown;
  readonly isChanged: boolean;
}

/** The values of an entry by key, those that changed first, otherwise in the order they were written. */
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

/** A text that is the same for the same value, whatever the order of its keys. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  );
}

/** The declared field of a value; else its name, or its bare key, with the form the value has. */
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

/** The value as code has it: entries are kept as JSON, which has no instants; an empty list says nothing. */
export function valueInCode(field: AuditField, value: unknown): unknown {
  if (field.kind === 'instant' && typeof value === 'string') return new Date(value);
  if (Array.isArray(value) && value.length === 0) return null;
  // What does not have the form its field declares (a list kept as one text) is shown as it is.
  if (field.kind === 'list' && !Array.isArray(value) && value !== null && value !== undefined) return [value];
  return value;
}
