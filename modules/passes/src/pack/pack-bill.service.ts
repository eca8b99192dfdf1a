import type { TenantTx } from '@boyun/kernel/server';
import type { HandChannel } from '@boyun/money/contract';
import { billKindOf, findBill, nextBillNumber, payNow, refundByHand } from '@boyun/money/server';
import { findPack, type PackRow } from './pack.queries.ts';

const PACK = 'pack';

type Sold = Pick<PackRow, 'id' | 'lotId' | 'plates'>;

interface PackMoney {
  readonly amountFen: number;
  readonly channel: HandChannel;
  /** Who took it or gives it back: cash is of that person's shift. */
  readonly actor: { readonly id: string | null; readonly name: string };
}

/** Each sale and renewal of a pack is a bill of its own. */
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

/** Takes money of a sale or renewal. The pack was just written, or is locked. */
export async function payPack(tx: TenantTx, pack: Sold, { amountFen, channel, actor }: PackMoney): Promise<void> {
  const number = await nextBillNumber(tx, PACK, pack.id);
  const item = { values: billOf(pack, number, amountFen), subject: pack, askedFen: amountFen };
  await payNow(tx, { channel, actor, items: [item] });
}

/** Gives money of a pack back, of its newest payments first. The pack is locked. */
export async function refundPack(
  tx: TenantTx,
  pack: Sold,
  given: PackMoney & { readonly reason: string | null; readonly reviewId: string | null },
): Promise<void> {
  await refundByHand(tx, { values: billOf(pack, 1, 0), subject: pack }, given);
}
