import type { TenantTx } from '@boyun/kernel/server';
import type { HandChannel } from '@boyun/money/contract';
import {
  billKindOf,
  findBill,
  nextBillNumber,
  type Payment,
  payNow,
  type Refund,
  refundByHand,
} from '@boyun/money/server';
import { lockMerchant, type MerchantRow } from './merchant.queries.ts';

const MERCHANT = 'merchant';

/** Each payment of a merchant is a bill; what it has paid in advance is owed to it until its customers park. */
export const merchantBills = billKindOf<MerchantRow>({
  credit: (merchantId) => ({ account: 'merchant', party: merchantId }),
  async lock(tx, merchantId, number) {
    const subject = await lockMerchant(tx, merchantId);
    const values = subject && (await findBill(tx, MERCHANT, merchantId, number));
    return subject && values && { values, subject };
  },
});

const billOf = ({ id, lotIds }: MerchantRow, number: number, grossFen: number) => ({
  kind: MERCHANT,
  subjectId: id,
  number,
  lotId: lotIds[0]!,
  plate: '',
  grossFen,
  reducedFen: 0,
});

/** Takes money of a locked merchant. */
export async function payIn(
  tx: TenantTx,
  merchant: MerchantRow,
  amountFen: number,
  channel: HandChannel,
): Promise<Payment> {
  const number = await nextBillNumber(tx, MERCHANT, merchant.id);
  return payNow(tx, {
    channel,
    items: [{ values: billOf(merchant, number, amountFen), subject: merchant, askedFen: amountFen }],
  });
}

/** Returns money of a locked merchant, from its newest payments first. */
export function payBack(
  tx: TenantTx,
  merchant: MerchantRow,
  given: Pick<Parameters<typeof refundByHand>[2], 'amountFen' | 'reason' | 'reviewId' | 'actor'> & {
    readonly channel: HandChannel;
  },
): Promise<Refund[]> {
  return refundByHand(tx, { values: billOf(merchant, 1, 0), subject: merchant }, given);
}
