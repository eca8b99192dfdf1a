import { actEvent, event, integer, reference, text } from '@boyun/kernel/contract';
import { grantDiscount, revokeGrant } from './grant.contract.ts';

const { merchantDiscountId } = grantDiscount.input;

/** A discount was granted to cars in the name of a merchant. */
export const discountGranted = actEvent(grantDiscount, {
  merchantId: reference({ zh: '商家', en: 'Merchant' }, 'merchant'),
  merchantDiscountId,
  count: integer({ zh: '张数', en: 'Number' }),
});

/** A customer took a discount by scanning a code. */
export const discountClaimed = event('merchant-grant.claimed', {
  label: { zh: '扫码领取商家优惠', en: 'A merchant discount was claimed' },
  fields: { merchantDiscountId, plate: text({ zh: '车牌', en: 'Plate' }, { max: 16 }) },
});

/** A grant was revoked. */
export const grantRevoked = actEvent(revokeGrant, { merchantDiscountId });
