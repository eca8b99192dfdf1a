import type { TenantTx } from '@boyun/kernel/server';
import { purchasesOf, type Refund, refundMoney } from '@boyun/money/server';
import { lockMerchant, type MerchantRow, moveCredit } from './merchant.queries.ts';
import { mayTopUp } from './merchant-act.contract.ts';
import { merchantRefundFailed, merchantToppedUp } from './merchant-event.contract.ts';
import { merchantPurpose } from './merchant-purpose.contract.ts';

const { kind } = merchantPurpose;

/** What a purchase keeps of its top-up. */
interface Kept {
  readonly note: string | null;
}

const billOf = ({ id, lotIds }: MerchantRow) => ({
  kind,
  subjectId: id,
  number: 1,
  lotId: lotIds[0]!,
  plate: '',
  grossFen: 0,
  reducedFen: 0,
});

/** Each top-up of a merchant is a purchase; what it has paid in advance is owed to it until its customers park. */
export const merchantPurchases = purchasesOf<MerchantRow, Kept>({
  kind,
  takenBy: mayTopUp,
  credit: (merchantId) => ({ account: 'merchant', party: merchantId }),
  lock: lockMerchant,
  // A merchant that is disabled or owes takes its money too.
  isPossible: async () => true,
  async paid(tx, merchant, { amountFen, payload, actorName }, { paymentId }) {
    const { id: merchantId, name } = merchant;
    const balanceFen = await moveCredit(tx, merchant, {
      kind: 'top-up',
      amountFen,
      paymentId,
      note: payload.note,
      actorName,
    });
    return {
      type: merchantToppedUp,
      lotId: null,
      subjectId: merchantId,
      data: { merchantId, name, amountFen, balanceFen },
    };
  },
  async refundFailed(tx, merchant, { id: refundId, amountFen }) {
    const { id: merchantId, name } = merchant;
    const balanceFen = await moveCredit(tx, merchant, { kind: 'refund-failed', amountFen, refundId, note: null });
    const data = { merchantId, name, amountFen, balanceFen };
    tx.emit(merchantRefundFailed, { lotId: null, subjectId: merchantId, data });
  },
});

/** Takes money of a locked merchant: handed over, or by a phone. */
export function payIn(
  tx: TenantTx,
  merchant: MerchantRow,
  { amountFen, method, note }: Pick<Parameters<typeof merchantPurchases.take>[2], 'amountFen' | 'method'> & Kept,
) {
  const { subjectId, lotId, plate } = billOf(merchant);
  const words = { title: { zh: `商家充值 ${merchant.name}`, en: `Credit of ${merchant.name}` }, lines: [] };
  return merchantPurchases.take(tx, merchant, { subjectId, lotId, plate, amountFen, method, words, payload: { note } });
}

/** Returns money of a locked merchant, from its newest payments first; the credit falls at once. */
export function payBack(
  tx: TenantTx,
  merchant: MerchantRow,
  given: Omit<Parameters<typeof refundMoney>[2], 'subjectIds' | 'taken'>,
): Promise<Refund[]> {
  const { reason: note, actor } = given;
  const taken = ({ id: refundId, amountFen }: Refund) =>
    moveCredit(tx, merchant, { kind: 'refund', amountFen: -amountFen, refundId, note, actorName: actor.name });
  return refundMoney(tx, merchantPurchases.locked(merchant, billOf(merchant)), { ...given, taken });
}
