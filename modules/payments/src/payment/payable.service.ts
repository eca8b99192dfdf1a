import { Refusal } from '@boyun/kernel/contract';
import type { TenantTx } from '@boyun/kernel/server';
import type { Scene } from '@boyun/money/contract';
import {
  beginPurchase,
  findPaying,
  findPurchase,
  findUnderWay,
  lockPurchase,
  type Payment,
  type PhoneChannel,
  type PurchaseRow,
  requirePhoneChannel,
  type UnderWay,
} from '@boyun/money/server';
import { STAY } from '@boyun/orders/server';
import { type Asked, seekAsked } from './holder.service.ts';
import { paymentRefusal } from './payment.contract.ts';
import { startPayment } from './payment.service.ts';

/** What the code of a pay page stands for: a stay, or a purchase. */
export type Found = { readonly stay: Asked } | { readonly stay: null; readonly purchase: PurchaseRow };

/** Something a phone pays by its code. */
export interface Payable {
  readonly lotId: string | null;
  /** What the payer's app shows. */
  readonly title: string;
  /** The payment of it that is not finished. */
  readonly underWay: UnderWay | null;
  readonly subject: { readonly subjectKind: string; readonly subjectId: string; readonly subject: string };
  begin(how: { readonly channel: PhoneChannel['channel']; readonly scene?: Scene }): Promise<Payment>;
}

/** Returns what a code stands for; refuses an unknown one. */
export async function findByCode(tx: TenantTx, code: string, isLocked: boolean): Promise<Found> {
  const stay = await seekAsked(tx, code, isLocked);
  if (stay) return { stay };
  const purchase = await findPurchase(tx, 'code', code);
  if (!purchase) throw new Refusal(paymentRefusal['unknown-code']);
  return { stay: null, purchase };
}

/** Returns what a code asks to be paid, locked where a payment follows. */
export async function requirePayable(tx: TenantTx, code: string, isLocked: boolean): Promise<Payable> {
  const found = await findByCode(tx, code, isLocked);
  return found.stay ? payableStay(tx, found.stay) : payablePurchase(tx, found.purchase, isLocked);
}

async function payableStay(tx: TenantTx, { order, isStranger }: Asked): Promise<Payable> {
  return {
    lotId: order.lotId,
    title: `停车费 ${order.plate}`,
    underWay: await findUnderWay(tx, STAY, order.id),
    subject: { subjectKind: 'order', subjectId: order.id, subject: `${order.orderNo} ${order.plate}` },
    begin: (how) => startPayment(tx, order, { ...how, isStranger }),
  };
}

async function payablePurchase(tx: TenantTx, found: PurchaseRow, isLocked: boolean): Promise<Payable> {
  const locked = isLocked ? await lockPurchase(tx, found) : null;
  const { id, lotId, words } = found;
  return {
    lotId,
    title: words.title.zh,
    underWay: await findPaying(tx, found),
    subject: { subjectKind: 'purchase', subjectId: id, subject: words.title.zh },
    async begin({ channel, ...how }) {
      if (!locked) throw new Refusal(paymentRefusal['unknown-code']);
      return beginPurchase(tx, locked, { ...(await requirePhoneChannel(tx, lotId, channel)), ...how });
    },
  };
}
