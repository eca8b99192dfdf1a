import { isPlate, normalizePlate } from '@boyun/domain/plate';
import { EXPORT_ROWS } from '../contract/export-range.ts';
import type { Paging } from '../contract/operation.ts';
import type { TenantTx } from './database.ts';
import type { Kernel } from './module.ts';
import type { Who } from './who.ts';

/** Conditions of a hand-written list query: collects SQL and values side by side. */
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

  /** Adds "begins with" as a range besides, which an index serves in every collation. */
  begins(column: string, beginning: string): this {
    return this.add(`${column} >= ?`, beginning)
      .add(`${column} < ?`, `${beginning}\u{10FFFF}`)
      .add(`${column} like ?`, `${escapeLike(beginning)}%`);
  }

  /** A plate as somebody typed it; where it is only the beginning of one, all that begin so. */
  plate(column: string, text: string | null | undefined): this {
    const plate = normalizePlate(text ?? '');
    if (!plate) return this;
    return isPlate(plate) ? this.add(`${column} = ?`, plate) : this.begins(column, plate);
  }

  /**
   * A range of time, both ends included. `idColumn` holds UUIDv7 ids made at that time: their range is added, so that an index of
   * ids serves and partitions of other months are not read.
   */
  within(
    idColumn: string,
    timeColumn: string,
    { from, to }: { readonly from?: Date | null; readonly to?: Date | null },
  ): this {
    return this.add(`${idColumn} >= first_uuid(?) and ${timeColumn} >= ?`, from).add(
      `${idColumn} < first_uuid(?::timestamptz + interval '1 second') and ${timeColumn} <= ?`,
      to,
    );
  }

  /** Keeps an account that sees only its own to the rows it made or handled; `?` stands for the account. */
  own(who: Who, condition: string): this {
    return who.isOwnOnly ? this.add(condition, who.userId) : this;
  }

  /** A value without a condition; the answer is its place (`$3`). */
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

/**
 * The order of a list: the sort the user chose among `columns` (key → SQL), or the standard one. Rows without a value
 * come last; a column written with `not null` behind it always has one, and an index can give its order.
 */
export function orderBy(paging: Paging, columns: Readonly<Record<string, string>>, standard: string): string {
  const direction = paging.sort?.startsWith('-') ? 'desc' : 'asc';
  const column = columns[(paging.sort ?? '').replace(/^-/, '')];
  if (!column) return standard;
  const name = column.replace(/ not null$/, '');
  return `${name} ${direction}${name === column ? ' nulls last' : ''}, ${standard}`;
}

/**
 * Reads a list whose search needs more than PostgreSQL dares under row-level security, where an index serves plain comparisons
 * alone: its queries must name the tenant themselves.
 */
export function searchPastRowSecurity<T>(
  { database }: Pick<Kernel, 'database'>,
  { who, isSnapshot, pool }: TenantTx,
  read: (tx: TenantTx) => Promise<T>,
): Promise<T> {
  return database.inTenant(who, read, {
    isRead: true,
    isSnapshot,
    isAboveTenants: true,
    pool: pool === 'long' ? 'long' : 'search',
  });
}

/** Up to so many rows a list is counted and summed exactly. */
const COUNTED_ROWS = 10_000;

/** How many rows a list has; beyond what is counted an estimate, and no sums. */
export interface ListSize {
  readonly total: number;
  readonly isEstimate: boolean;
  readonly totals?: Readonly<Record<string, number>>;
}

const sizes = new WeakMap<TenantTx, Map<string, Promise<ListSize>>>();

/**
 * Counts the rows of a list and sums columns (key → SQL) over them. Counting stops at 10,000 rows, so that a list over
 * millions answers as fast as a short one; the number told then is what PostgreSQL's statistics expect. In a snapshot,
 * which is read page by page and does not change, it is counted once and to the end.
 */
export function sizeOf(
  tx: TenantTx,
  table: string,
  conditions: Conditions,
  columns: Readonly<Record<string, string>> = {},
): Promise<ListSize> {
  if (!tx.isSnapshot) return countTo(tx, COUNTED_ROWS, table, conditions, columns);
  const known = sizes.get(tx) ?? new Map<string, Promise<ListSize>>();
  sizes.set(tx, known);
  const key = JSON.stringify([table, conditions.sql, conditions.values, columns]);
  const size = known.get(key) ?? countTo(tx, EXPORT_ROWS + 1, table, conditions, columns);
  known.set(key, size);
  return size;
}

async function countTo(
  tx: TenantTx,
  limit: number,
  table: string,
  conditions: Conditions,
  columns: Readonly<Record<string, string>>,
): Promise<ListSize> {
  const sums = Object.keys(columns).map((key) => `, coalesce(sum("${key}"), 0)::bigint as "${key}"`);
  const summed = Object.entries(columns).map(([key, column]) => `${column} as "${key}"`);
  const [row] = await tx.query<{ total: number } & Record<string, number>>(
    `select count(*) as total${sums.join('')}
     from (select ${summed.join(', ') || '1'} from ${table} where ${conditions.sql}
       limit $${conditions.values.length + 1}) as counted`,
    [...conditions.values, limit + 1],
  );
  const { total, ...totals } = row!;
  if (total <= limit) return { total, isEstimate: false, totals };
  const [plan] = await tx.query<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>(
    `explain (format json) select 1 from ${table} where ${conditions.sql}`,
    conditions.values,
  );
  return { total: Math.max(total, plan!['QUERY PLAN'][0].Plan['Plan Rows']), isEstimate: true };
}

/** Makes `%` and `_` of a search text stand for themselves. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, (one) => `\\${one}`);
}
