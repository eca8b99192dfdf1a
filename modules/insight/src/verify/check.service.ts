import type { Label } from '@boyun/kernel/contract';
import type { TenantTx } from '@boyun/kernel/server';

/** A row that breaks an equation: its ids and both sides. */
export type BrokenRow = Readonly<Record<string, unknown>>;

/** What a check found; of many broken rows the first are told. */
export interface CheckFinding {
  readonly checkedCount: number;
  readonly brokenCount: number;
  readonly broken: readonly BrokenRow[];
}

/** An equation over a whole tenant. */
export interface Check extends Label {
  readonly key: string;
  run(tx: TenantTx): Promise<CheckFinding>;
}

/** Broken rows told of one check. */
export const MOST_ROWS = 100;

/**
 * A check in SQL: `counted` answers one number, `broken` one row for each break; `$1` is the tenant in both. The answer
 * keeps the columns as they are named.
 */
export function sqlCheck(parts: Label & { key: string; counted: string; broken: string }): Check {
  const { key, zh, en, counted, broken } = parts;
  return {
    key,
    zh,
    en,
    async run(tx) {
      const [count] = await tx.query<{ count: number }>(`select (${counted})::bigint as count`, [tx.tenantId]);
      const rows = await tx.query<{ row: BrokenRow; total: number }>(
        `select to_jsonb(b) as row, count(*) over () as total from (${broken}) b limit ${MOST_ROWS}`,
        [tx.tenantId],
      );
      return {
        checkedCount: count?.count ?? 0,
        brokenCount: rows[0]?.total ?? 0,
        broken: rows.map((one) => one.row),
      };
    },
  };
}
