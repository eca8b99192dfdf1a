import type { ChoiceTable, Label } from '@boyun/kernel/contract';

const kinds: Record<string, Label> = {};
const pages = new Map<string, (subjectId: string) => string>();

/** Kinds of requests by name. Each module adds its own with `reviewKind`; this module has only its own flow changes. */
export const ReviewKind: ChoiceTable = kinds;

/**
 * Declares a kind of request in the contract of the module that carries it out and returns its name. `page` returns the
 * address that shows the subject of a request.
 */
export function reviewKind(name: string, label: Label, page: (subjectId: string) => string): string {
  kinds[name] = label;
  pages.set(name, page);
  return name;
}

/** Returns the address that shows the subject of a request; null for an unknown kind. */
export function pageOfSubject(kind: string, subjectId: string): string | null {
  return pages.get(kind)?.(subjectId) ?? null;
}
