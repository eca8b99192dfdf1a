import type { Tariff } from '@boyun/domain/fee';

/** Unsaved work on a rule, and the version it was begun from. */
export interface KeptDraft {
  readonly tariff: Tariff;
  readonly number: number | null;
  readonly revision: number | null;
}

const placeOf = (ruleId: string) => `tariff-draft ${ruleId}`;

/** The unsaved work on a rule that this browser keeps, if any. */
export function readKept(ruleId: string): KeptDraft | null {
  try {
    const kept = JSON.parse(localStorage.getItem(placeOf(ruleId)) ?? 'null') as KeptDraft | null;
    return Array.isArray(kept?.tariff?.plans) ? kept : null;
  } catch {
    return null;
  }
}

/** Keeps unsaved work over a reload; null forgets it. */
export function keepDraft(ruleId: string, draft: KeptDraft | null): void {
  if (draft) localStorage.setItem(placeOf(ruleId), JSON.stringify(draft));
  else localStorage.removeItem(placeOf(ruleId));
}
