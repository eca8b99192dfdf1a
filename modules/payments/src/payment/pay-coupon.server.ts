import { hasCoupons, redeem, redeemedSubject } from '@boyun/coupons/server';
import { Refusal } from '@boyun/kernel/contract';
import { handleFreely, type TenantTx } from '@boyun/kernel/server';
import { type ParkingOrder, renewQuote } from '@boyun/orders/server';
import { findAsked, holding } from './holder.service.ts';
import { applyCoupon, paymentRefusal } from './payment.contract.ts';

/** Whether a coupon may still reduce the fee of an order: once it is paid for, its quote stays as it was shown. */
const isOpen = ({ parkingState, payState }: ParkingOrder) => parkingState === 'inside' && payState !== 'paying';

/** Returns whether the page of an order asks for codes of coupons. */
export const canUseCoupon = async (tx: TenantTx, order: ParkingOrder): Promise<boolean> =>
  isOpen(order) && (await hasCoupons(tx));

/** Coupons that drivers enter on the page of their stay. */
export const applyCouponServer = handleFreely(applyCoupon, (kernel, { code, couponCode }, { language, address }) =>
  holding(kernel, code, language, async (tx) => {
    const { order } = await findAsked(tx, code, true);
    if (!isOpen(order)) throw new Refusal(paymentRefusal['no-coupon-now']);
    const { plate, lotId } = order;
    const found = await redeem(tx, { code: couponCode, plate }, (lotIds) => lotIds.includes(lotId));
    // At once: the driver may pay before reactions run.
    await renewQuote(tx, order);
    const subject = redeemedSubject(found);
    tx.audit({ action: applyCoupon.audit!, ...subject, after: { ...subject.after, orderNo: order.orderNo, address } });
    return { couponName: found.name };
  }),
);
