import { formatYuan } from '@boyun/domain/money';
import { actEvent, event, money, text, timePlaceholder } from '@boyun/kernel/contract';
import { addMerchantStaff, freezeMerchantStaff, refundMerchant, topUpMerchant } from './merchant-act.contract.ts';

const name = text({ zh: '商家', en: 'Merchant' }, { max: 64 });
const { merchantId, amountFen } = topUpMerchant.input;
const balanceFen = money({ zh: '余额', en: 'Balance' }, { min: -100_000_000_00 });

/** Money of a merchant was taken. */
export const merchantToppedUp = actEvent(topUpMerchant, { merchantId, name, amountFen, balanceFen });

/** Money of a merchant went back. */
export const merchantRefunded = event('merchant.refunded', {
  label: { zh: '商家余额已退款', en: 'The balance of a merchant was refunded' },
  fields: { merchantId: refundMerchant.input.merchantId, name, amountFen, balanceFen },
});

/** A provider failed to return money of a merchant, which is in its credit again. */
export const merchantRefundFailed = event('merchant.refund-failed', {
  label: { zh: '商家余额退款失败', en: 'A refund to a merchant failed' },
  fields: { merchantId, name, amountFen, balanceFen },
});

/** An account of a merchant was added. */
export const merchantStaffAdded = actEvent(addMerchantStaff, { merchantId, account: addMerchantStaff.input.account });

/** An account of a merchant was frozen, or may sign in again. */
export const merchantStaffFrozen = actEvent(freezeMerchantStaff, {
  merchantId,
  isFrozen: freezeMerchantStaff.input.isFrozen,
});

/** Less credit is available to a merchant than it wants to be told of. */
export const merchantCreditLow = event('merchant.credit-low', {
  label: { zh: '商家可用额度不足', en: 'A merchant is short of credit' },
  fields: { name, availableFen: balanceFen },
  push: {
    placeholders: {
      name: { label: { zh: '商家', en: 'Merchant' }, value: (data) => data.name },
      available: { label: { zh: '可用额度', en: 'Available' }, value: (data) => formatYuan(data.availableFen) },
      time: timePlaceholder,
    },
    title: { zh: '商家“{name}”可用额度不足', en: '{name} is short of credit' },
    body: {
      zh: '{time} 商家“{name}”可用额度剩{available}元，用完后不能再发放优惠',
      en: '{time}: {available} yuan are available to {name}; without credit it cannot grant discounts',
    },
    path: '/_cloud_operation/discount',
    message: 'reminder',
  },
});
