import { type Label, slot, slotChoices, slotTable } from '@boyun/kernel/contract';

/** A kind of request that a second person decides. */
export interface ReviewKind {
  readonly name: string;
  readonly label: Label;
  /** Returns the address that shows the subject of a request. */
  page(subjectId: string): string;
  /** Whether approval flows can be set for it; false where rules of its own say who decides. */
  readonly hasFlow: boolean;
}

/** The kinds of requests of all modules. A module fills it in its contract, and in its web door for pages. */
export const reviewKinds = slot<ReviewKind>('reviews.kinds');

const kinds = /* @__PURE__ */ slotTable(reviewKinds);

/** Kinds of requests by name, as the choices of a field. */
export const ReviewKindChoice = /* @__PURE__ */ slotChoices(reviewKinds, (all) =>
  Object.fromEntries(all.map(({ name, label }) => [name, label])),
);

/** The kinds that approval flows can be set for. */
export const FlowKindChoice = /* @__PURE__ */ slotChoices(reviewKinds, (all) =>
  Object.fromEntries(all.filter(({ hasFlow }) => hasFlow).map(({ name, label }) => [name, label])),
);

/** Returns a kind of request. */
export function reviewKind(
  name: string,
  label: Label,
  page: (subjectId: string) => string,
  { hasFlow = true } = {},
): ReviewKind {
  return { name, label, page, hasFlow };
}

/** Returns the address that shows the subject of a request; null for an unknown kind. */
export function pageOfSubject(kind: string, subjectId: string): string | null {
  return kinds.get(kind)?.page(subjectId) ?? null;
}
