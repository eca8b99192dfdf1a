import type { Kernel } from './module.ts';
import { systemWho } from './who.ts';

/** One bounded step of removing what a tenant need not keep. */
export interface RetentionStep {
  readonly tenantId: number;
  /** What is older goes. */
  readonly before: Date;
  /** The term in days that led to `before`. */
  readonly days: number;
  /** The last id the step before this one looked at; null at the beginning. */
  readonly after: string | null;
  /** At most so many rows are looked at. */
  readonly limit: number;
}

/** How far a step came. */
export interface RetentionProgress {
  /** How many things were removed or made anonymous. */
  readonly count: number;
  /** The last id looked at; null where there was none. */
  readonly last: string | null;
  /** Nothing older is left behind `last`. */
  readonly isDone: boolean;
}

/**
 * A kind of data with a term. A step may be repeated, also one that was cut short: what is gone already counts as none.
 * What open matters need (cars inside, debts, reviews, complaints) stays.
 */
export interface RetainedKind {
  /** Names the kind and its field of the settings: `passingPicture` has `passingPictureDays`. */
  readonly key: string;
  /** The part of the kind this is, where several modules or tables share one. */
  readonly part?: string;
  readonly table: string;
  /** Rows of the table that count as this kind; all where left out. */
  readonly condition?: string;
  /** The key of a file in each row, where the room of files counts. */
  readonly fileColumn?: string;
  /**
   * Rows go by whole months (UTC), once the last day of a month is past the term: a month that all tenants' terms have passed
   * for is dropped, `step` removes those of tenants with shorter terms.
   */
  readonly isMonthly?: true;
  /** Of a monthly kind: a condition in SQL on the partition of this name, which is then kept. */
  isMonthNeeded?(partition: string): string;
  step(kernel: Kernel, step: RetentionStep): Promise<RetentionProgress>;
}

/** Whether a step that found these rows has come to the end, and where it came to. */
export function progressOf(rows: readonly { readonly id: string }[], limit: number, count: number): RetentionProgress {
  return { count, last: rows.at(-1)?.id ?? null, isDone: rows.length < limit };
}

/** A table whose old rows go with their files. `condition` says which of them; the others stay. */
export function retainedTable(kind: Omit<RetainedKind, 'step'>): RetainedKind {
  const { table, condition = 'true', fileColumn = 'null::text' } = kind;
  return {
    ...kind,
    step: ({ database, files }, { tenantId, before, limit }) =>
      database.inTenant(systemWho(tenantId), async (tx) => {
        const rows = await tx.query<{ id: string; file: string | null }>(
          `delete from ${table} where tenant_id = $1 and id in (
             select id from ${table} where tenant_id = $1 and id < first_uuid($2) and ${condition} order by id limit $3)
           returning id, ${fileColumn} as file`,
          [tenantId, before, limit],
        );
        // Before the commit: a row that stays behind because of a file is removed by the next step.
        for (const { file } of rows) if (file) await files.remove(file);
        return { count: rows.length, last: null, isDone: rows.length < limit };
      }),
  };
}

/** A log nobody else may remove rows from. */
export function retainedLog(key: string, table: 'audit_log' | 'login_log'): RetainedKind {
  return {
    key,
    table,
    isMonthly: true,
    step: ({ database }, { tenantId, before, limit }) =>
      database.inTenant(systemWho(tenantId), async (tx) => {
        const [row] = await tx.query<{ count: number }>('select prune_log($1, $2, $3) as count', [
          table,
          before,
          limit,
        ]);
        return { count: row!.count, last: null, isDone: row!.count < limit };
      }),
  };
}
