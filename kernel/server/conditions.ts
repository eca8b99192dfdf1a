import type { Who } from './who.ts';

/** Conditions of a hand-written query: collects SQL and values side by side. */
export class Conditions {
  readonly values: unknown[] = [];
  readonly #parts: string[] = [];

  /** Adds a condition; `?` stands for the value. Nothing is added for null or undefined. */
  add(condition: string, value: unknown): this {
    if (value === null || value === undefined) return this;
    this.values.push(value);
    this.#parts.push(condition.replaceAll('?', `$${this.values.length}`));
    return this;
  }

  /** Adds a value without a condition and returns its placeholder (`$3`). */
  place(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }

  get sql(): string {
    return this.#parts.length > 0 ? this.#parts.join(' and ') : 'true';
  }
}

/** The conditions every list of a tenant starts with: the tenant, and the lots the caller may see. */
export function lotCondition(who: Who, table: string, lotColumn: string | null = 'lot_id'): Conditions {
  const conditions = new Conditions().add(`${table}.tenant_id = ?`, who.tenantId);
  if (lotColumn && who.lotIds !== null) conditions.add(`${table}.${lotColumn} = any(?::uuid[])`, who.lotIds);
  return conditions;
}

/** Escapes `%` and `_` of a search text for LIKE. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, (one) => `\\${one}`);
}
