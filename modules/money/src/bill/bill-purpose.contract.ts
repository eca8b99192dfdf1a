import type { Words } from '@boyun/domain/words';
import { slot, slotChoices } from '@boyun/kernel/contract';

/** What payments and refunds of a kind of bill are for, as lists name it. */
export interface BillPurpose {
  /** The kind of bill. */
  readonly kind: string;
  /** Value on the wire; that of refunds ends in `-refund`. */
  readonly name: string;
  readonly payment: Words;
  readonly refund: Words;
}

/** The purposes of all modules. A module fills the slot in its contract and, for pages, in `web.ts`. */
export const billPurposes = slot<BillPurpose>('money.purposes');

/** The purposes of payments and refunds, by their value on the wire. */
export const PaymentPurpose = /* @__PURE__ */ slotChoices(billPurposes, (all) =>
  Object.fromEntries(
    all.flatMap(({ name, payment, refund }) => [
      [name, payment],
      [`${name}-refund`, refund],
    ]),
  ),
);
