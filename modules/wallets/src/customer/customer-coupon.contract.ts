import { heldCoupons, userCouponList } from '@boyun/coupons/contract';
import { operation, reference } from '@boyun/kernel/contract';

/** The coupons of a wallet's customer: of the mobile, and of each car. */
export const getWalletCoupons = operation('get-wallet-coupons', {
  title: { zh: '客户的优惠券', en: 'Coupons of a customer' },
  path: '/api/wallet/getCoupons',
  access: userCouponList.access,
  input: { walletId: reference({ zh: '钱包', en: 'Wallet' }, 'wallet') },
  output: heldCoupons,
  isRead: true,
});
