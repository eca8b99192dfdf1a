import { handle } from '@boyun/kernel/server';
import { checkPlate, mobilesOf } from '@boyun/lists/server';
import { getCarCoupons } from './holder-coupon.contract.ts';
import { findHeld } from './holder-coupon.queries.ts';

/** The coupons of a car. */
export const carCouponsServer = handle(getCarCoupons, async (tx, { plate }) => {
  checkPlate(plate);
  return findHeld(tx, { plates: [plate], mobiles: [...(await mobilesOf(tx, [plate])).values()] });
});
