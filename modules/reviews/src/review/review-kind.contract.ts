import type { ChoiceTable, Label } from '@boyun/kernel/contract';

const kinds: Record<string, Label> = {};
const pages = new Map<string, (subjectId: string) => string>();

/** What can be asked for, by name. Each module adds its own kinds with `reviewKind`; this one knows none. */
export const ReviewKind: ChoiceTable = kinds;

/**
 * Declares a kind of request in the contract of the module that carries it out; answers its name. `page` is the address
 * that shows what a request is about.
 */
export function reviewKind(name: string, label: Label, page: (subjectId: string) => string): string {
  kinds[name] = label;
  pages.set(name, page);
  return name;
}

/** The address that shows what a request is about; null for a kind no module of this program brings. */
export function pageOfSubject(kind: string, subjectId: string): string | null {
  return pages.get(kind)?.(subjectId) ?? null;
}
