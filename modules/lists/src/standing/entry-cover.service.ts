import { type CoverRule, coveredBy } from '@boyun/domain/cover';
import type { DailyHours } from '@boyun/domain/daily-hours';
import type { TenantTx } from '@boyun/kernel/server';
import type { Cover, CoverStays, EntryRule, ListedStay } from './list-kind.service.ts';

/** Cover of a stay without an entry: empty. */
const NOTHING: Cover = { entries: [], spotKind: null };

/** End of a time span without a limit, in milliseconds. */
export const EVER = Number.POSITIVE_INFINITY;

/** SQL of the columns common to all entries that cover stays. */
export const span = (
  table: string,
): string => `${table}.id, extract(epoch from ${table}.valid_from)::float8 * 1000 as "fromMs",
  extract(epoch from ${table}.valid_until)::float8 * 1000 as "toMs"`;

/** What an entry covers: a time span, within it hours of the day and the first minutes of a stay; null: no limit. */
export interface CoveringRow {
  readonly id: string;
  readonly fromMs: number;
  readonly toMs: number | null;
  readonly hours?: DailyHours | null;
  readonly minutes?: number | null;
  readonly number?: string | null;
  readonly spotKind?: string | null;
}

/** Returns the cover of a stay by rules of entries. */
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
 * Builds the `cover` of a kind whose entry covers the stay that used it. `sql` selects entries by id ($1 tenant, $2 ids);
 * `words` names an entry in the fee lines.
 */
export function coverByEntry(sql: string, words: (row: CoveringRow) => CoverRule['words']): CoverStays {
  const rules = async (tx: TenantTx, entryIds: readonly string[]): Promise<EntryRule[]> => {
    const rows = await tx.query<CoveringRow>(sql, [tx.tenantId, entryIds]);
    return rows.map((row) => ({
      entryId: row.id,
      words: words(row),
      spans: [{ fromMs: row.fromMs, toMs: row.toMs ?? EVER }],
      hours: row.hours ?? null,
      minutes: row.minutes ?? null,
      spotKind: row.spotKind ?? null,
    }));
  };
  const cover = async (tx: TenantTx, stays: readonly ListedStay[]): Promise<Cover[]> => {
    const found = await rules(tx, [...new Set(stays.map((one) => one.entryId))]);
    const byId = new Map(found.map((one) => [one.entryId, one]));
    return stays.map((stay) => {
      const rule = byId.get(stay.entryId);
      return rule ? coverBy(stay, [rule], rule.spotKind) : NOTHING;
    });
  };
  return Object.assign(cover, { rules });
}
