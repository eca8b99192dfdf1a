import { type Filling, fill, type LoadPageHelps, type WebPages } from '@boyun/kernel/web';
import { listKinds } from '@boyun/lists/contract';
import { billPurposes } from '@boyun/money/contract';
import { reviewKinds } from '@boyun/reviews/contract';
import { unitPurpose } from './unit-bill/unit-bill.contract.ts';
import { unitReviews } from './unit-bill/unit-bill-review.contract.ts';
import { unitKinds } from './unit-vehicle/unit-kind.contract.ts';

export { deskBillParts, type UnitBillFacts, unitBillActs } from './unit-page/bill-slot.view.ts';

/** Custom pages of this module, by component key. */
export const pages: WebPages = {
  unitDesk: () => import('./desk-page/unit-desk.page.tsx'),
  group: () => import('./unit-page/group.page.tsx'),
  unit: () => import('./unit-page/unit.page.tsx'),
  unitVehicle: () => import('./unit-page/vehicle.page.tsx'),
  unitVisitor: () => import('./unit-page/visitor.page.tsx'),
  unitBill: () => import('./unit-page/bill.page.tsx'),
  unitPass: () => import('./unit-page/pass.page.tsx'),
  unitAccount: () => import('./unit-page/account.page.tsx'),
};

/** Help of the pages of this module. */
export const pageHelps: LoadPageHelps = () => import('./help/page-help.view.ts');

/** Slot fillings of this module: its kinds of lists, and what its payments are for. */
export const slots: readonly Filling[] = [
  /* @__PURE__ */ fill(listKinds, ...unitKinds),
  /* @__PURE__ */ fill(billPurposes, unitPurpose),
  /* @__PURE__ */ fill(reviewKinds, ...Object.values(unitReviews)),
];
