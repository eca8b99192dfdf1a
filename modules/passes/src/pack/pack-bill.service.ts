import type { TenantTx } from '@boyun/kernel/server';
import type { HandChannel } from '@boyun/money/contract';
import { billKindOf, findBill, nextBillNumber, payNow, refundByHand } from '@boyun/money/server';
import { findPack, type PackRow } from './pack.queries.ts';

const PACK = 'pack';

type Sold = Pick<PackRow, 'id' | 'lotId' | 'plates'>;

interface PackMoney {
  readonly amountFen: number;
  readonly channel: HandChannel;
  /** The account that receives or refunds the money; cash belongs to its shift. */
  readonly actor: { readonly id: string | null; readonly name: string };
}

/** One bill per sale or renewal of a pack. */
export const packBills = billKindOf<PackRow>({
  credit: () => ({ account: 'revenue', party: PACK }),
  eventKey: 'packId',
  async lock(tx, packId, number) {
    const subject = await findPack(tx, packId, true);
    const values = subject && (await findBill(tx, PACK, packId, number));
    return subject && values && { values, subject };
  },
});

function billOf({ id: subjectId, lotId, plates }: Sold, number: number, grossFen: number) {
  return { kind: PACK, subjectId, number, lotId, plate: plates.split(' ')[0]!, grossFen, reducedFen: 0 };
}

/** Records the payment of a sale or renewal. The pack must be new or locked. */
export async function payPack(tx: TenantTx, pack: Sold, { amountFen, channel, actor }: PackMoney): Promise<void> {
  const number = await nextBillNumber(tx, PACK, pack.id);
  const item = { values: billOf(pack, number, amountFen), subject: pack, askedFen: amountFen };
  await payNow(tx, { channel, actor, items: [item] });
}

/** Refunds payments of a pack, newest first. The pack must be locked. */
export async function refundPack(
  tx: TenantTx,
  pack: Sold,
  given: PackMoney & { readonly reason: string | null; readonly reviewId: string | null },
): Promise<void> {
  await refundByHand(tx, { values: billOf(pack, 1, 0), subject: pack }, given);
}
