import { type CoverRule, coveredBy } from '@boyun/domain/cover';
import type { DailyHours } from '@boyun/domain/daily-hours';
import type { TenantTx } from '@boyun/kernel/server';
import type { Cover, ListedStay } from './list-kind.service.ts';

/** Stays that no entry covers. */
const NOTHING: Cover = { entries: [], spotKind: null };

/** A time without an end. */
export const EVER = Number.POSITIVE_INFINITY;

/** SQL for the columns every entry has that covers stays. */
export const span = (
  table: string,
): string => `${table}.id, extract(epoch from ${table}.valid_from)::float8 * 1000 as "fromMs",
  extract(epoch from ${table}.valid_until)::float8 * 1000 as "toMs"`;

/** What an entry covers: a time, within it hours of the day and the first minutes of a stay, each null without a limit. */
export interface CoveringRow {
  readonly id: string;
  readonly fromMs: number;
  readonly toMs: number | null;
  readonly hours?: DailyHours | null;
  readonly minutes?: number | null;
  readonly number?: string | null;
  readonly spotKind?: string | null;
}

/** What rules of entries cover of a stay. */
export function coverBy(
  stay: ListedStay,
  rules: readonly (CoverRule & { readonly entryId: string })[],
  spotKind: string | null,
): Cover {
  const times = { enteredAtMs: stay.enteredAt.getTime(), exitAtMs: stay.at.getTime(), zone: stay.zone };
  const entries = rules.map((rule) => ({ entryId: rule.entryId, words: rule.words, spans: coveredBy([rule], times) }));
  return { entries, spotKind };
}

/**
 * The cover of a kind whose stays are covered by the entry they came in by. `sql` reads the entries by id ($1 tenant, $2 ids),
 * `words` are what an entry is called on the fee.
 */
export function coverByEntry(sql: string, words: (row: CoveringRow) => CoverRule['words']) {
  return async (tx: TenantTx, stays: readonly ListedStay[]): Promise<Cover[]> => {
    const ids = [...new Set(stays.map((one) => one.entryId))];
    const rows = await tx.query<CoveringRow>(sql, [tx.tenantId, ids]);
    const byId = new Map(rows.map((row) => [row.id, row]));
    return stays.map((stay) => {
      const row = byId.get(stay.entryId);
      if (!row) return NOTHING;
      const spans = [{ fromMs: row.fromMs, toMs: row.toMs ?? EVER }];
      const { hours = null, minutes = null } = row;
      return coverBy(stay, [{ entryId: row.id, words: words(row), spans, hours, minutes }], row.spotKind ?? null);
    });
  };
}
