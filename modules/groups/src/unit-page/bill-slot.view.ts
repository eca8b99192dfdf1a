import { slot } from '@boyun/kernel/web';
import type { ComponentType } from 'react';

/** One bill of a unit as its detail shows it. */
export interface UnitBillFacts {
  readonly id: string;
  readonly billNo: string;
  readonly unitName: string;
  readonly paidFen: number;
  readonly refundedFen: number;
}

/** Buttons in the detail of a unit's bill, in front of those that change it. */
export const unitBillActs = slot<ComponentType<{ readonly bill: UnitBillFacts }>>('unit-bill.acts');

/** Parts under the statement of a bill at the desk of its unit. */
export const deskBillParts = slot<ComponentType<{ readonly bill: UnitBillFacts }>>('unit-desk.bill-parts');
