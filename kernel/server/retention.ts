import type { Database } from './database.ts';
import type { Files } from './files.ts';
import { systemWho } from './who.ts';

/** The services a step may use. */
export interface RetentionServices {
  readonly database: Database;
  readonly files: Files;
}

/** One bounded step of deleting data whose retention period is over. */
export interface RetentionStep {
  readonly tenantId: number;
  /** Older data is deleted. */
  readonly before: Date;
  /** The retention period in days that led to `before`. */
  readonly days: number;
  /** The last id of the previous step; null at the beginning. */
  readonly after: string | null;
  /** Maximum number of rows to examine. */
  readonly limit: number;
}

/** Progress of a step. */
export interface RetentionProgress {
  /** Number of things removed or anonymised. */
  readonly count: number;
  /** The last id examined; null when there was none. */
  readonly last: string | null;
  /** Nothing older remains after `last`. */
  readonly isDone: boolean;
}

/**
 * A kind of data with a retention period. A step is idempotent and may be interrupted: what is already gone counts as zero. Data that open
 * matters need (cars inside, debts, reviews, complaints) is kept.
 */
export interface RetainedKind {
  /** Identifies the kind and its setting: `passingPicture` has `passingPictureDays`. */
  readonly key: string;
  /** Part of the kind, where several modules or tables share one. */
  readonly part?: string;
  readonly table: string;
  /** SQL condition on the rows that count as this kind; all rows when left out. */
  readonly condition?: string;
  /** Column with each row's file key, where file storage is counted. */
  readonly fileColumn?: string;
  /**
   * Rows are deleted by whole months (UTC), once the last day of a month is older than the period. A month that has expired for all tenants
   * is dropped; `step` deletes the rows of tenants with shorter periods.
   */
  readonly isMonthly?: true;
  /**
   * For a monthly kind: an SQL condition on the partition of this name; if true, the partition is kept. `firstEvent` is the number of
   * the first event that a consumer has not taken or that was set aside.
   */
  isMonthNeeded?(partition: string, firstEvent: number): string;
  step(services: RetentionServices, step: RetentionStep): Promise<RetentionProgress>;
}

/** Returns the progress of a step from the rows it found. */
export function progressOf(rows: readonly { readonly id: string }[], limit: number, count: number): RetentionProgress {
  return { count, last: rows.at(-1)?.id ?? null, isDone: rows.length < limit };
}

/** Returns a kind that deletes old rows of a table together with their files. `condition` selects them; other rows stay. */
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
        // Files are removed before the commit: a row that stays because a file failed is removed by the next step.
        for (const { file } of rows) if (file) await files.remove(file);
        return { count: rows.length, last: null, isDone: rows.length < limit };
      }),
  };
}

/**
 * Returns a kind for an append-only table that its migration declares as `prunable`; the database refuses to delete rows younger than the
 * minimum age.
 */
export function retainedLog(kind: Pick<RetainedKind, 'key' | 'part' | 'table' | 'isMonthly'>): RetainedKind {
  const { table } = kind;
  return {
    ...kind,
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
