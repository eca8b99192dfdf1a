import type { Tariff } from '@boyun/domain/fee';

/** Unsaved changes to a rule, and the version they are based on. */
export interface KeptDraft {
  readonly tariff: Tariff;
  readonly number: number | null;
  readonly revision: number | null;
}

const placeOf = (ruleId: string) => `tariff-draft ${ruleId}`;

/** Returns the unsaved changes to a rule stored in this browser, or null. */
export function readKept(ruleId: string): KeptDraft | null {
  try {
    const kept = JSON.parse(localStorage.getItem(placeOf(ruleId)) ?? 'null') as KeptDraft | null;
    return Array.isArray(kept?.tariff?.plans) ? kept : null;
  } catch {
    return null;
  }
}

/** Stores unsaved changes across a reload; null removes them. */
export function storeDraft(ruleId: string, draft: KeptDraft | null): void {
  if (draft) localStorage.setItem(placeOf(ruleId), JSON.stringify(draft));
  else localStorage.removeItem(placeOf(ruleId));
}
