import { fill, moduleContract, page, reportPage } from '@boyun/kernel/contract';
import { billPurposes } from '@boyun/money/contract';
import { reviewKinds } from '@boyun/reviews/contract';
import { claimDiscount, claimRefusal, getClaimPage } from './claim/claim.contract.ts';
import {
  addDeskStaff,
  freezeDeskStaff,
  getDesk,
  getDeskStaff,
  getRotatingCode,
  getStaticCode,
  grantAtDesk,
  printCodes,
  revokeAtDesk,
  seeRotatingCode,
} from './desk/desk.contract.ts';
import { buyPackage, deskPayRefusal, topUpAtDesk } from './desk-pay/desk-pay.contract.ts';
import { packageSold } from './discount/discount-event.contract.ts';
import { discountRefusal, merchantDiscount, sellPackage } from './discount/merchant-discount.contract.ts';
import {
  deskGrantList,
  grantDiscount,
  grantList,
  grantRefusal,
  mayUseDesk,
  revokeGrant,
} from './grant/grant.contract.ts';
import { discountClaimed, discountGranted, grantRevoked } from './grant/grant-event.contract.ts';
import { merchant, merchantRefusal } from './merchant/merchant.contract.ts';
import {
  addMerchantStaff,
  freezeMerchantStaff,
  getMerchantStaff,
  refundMerchant,
  topUpMerchant,
} from './merchant/merchant-act.contract.ts';
import {
  merchantCreditLow,
  merchantRefunded,
  merchantRefundFailed,
  merchantStaffAdded,
  merchantStaffFrozen,
  merchantToppedUp,
} from './merchant/merchant-event.contract.ts';
import { merchantPurpose } from './merchant/merchant-purpose.contract.ts';
import { merchantReviews } from './merchant/merchant-review.contract.ts';
import {
  creditDiscountReport,
  deskEntryList,
  deskStatementList,
  entryList,
  statementList,
} from './statement/statement.contract.ts';

export { DiscountEffect } from './discount/merchant-discount.contract.ts';

/** Merchants that pay for the parking of their customers: credit, discounts, grants, statements. */
export const merchants = moduleContract('merchants', {
  events: [
    merchantToppedUp,
    merchantRefunded,
    merchantRefundFailed,
    merchantStaffAdded,
    merchantStaffFrozen,
    merchantCreditLow,
    packageSold,
    discountGranted,
    discountClaimed,
    grantRevoked,
  ],
  resources: [merchant, merchantDiscount],
  operations: [
    topUpMerchant,
    refundMerchant,
    getMerchantStaff,
    addMerchantStaff,
    freezeMerchantStaff,
    sellPackage,
    grantDiscount,
    revokeGrant,
    getDesk,
    grantAtDesk,
    revokeAtDesk,
    getRotatingCode,
    seeRotatingCode,
    getStaticCode,
    printCodes,
    getDeskStaff,
    addDeskStaff,
    freezeDeskStaff,
    topUpAtDesk,
    buyPackage,
    getClaimPage,
    claimDiscount,
  ],
  reports: [grantList, deskGrantList, entryList, deskEntryList, statementList, deskStatementList, creditDiscountReport],
  refusals: [merchantRefusal, discountRefusal, grantRefusal, claimRefusal, deskPayRefusal],
  slots: [fill(billPurposes, merchantPurpose), fill(reviewKinds, ...Object.values(merchantReviews))],
  pages: [
    page('merchantDesk', {
      path: '/_cloud_operation/merchantDesk',
      title: getDesk.title,
      icon: 'merchant',
      area: 'discount',
      access: mayUseDesk,
    }),
    page('discount', {
      path: '/_cloud_operation/discount',
      title: merchant.title,
      icon: 'merchant',
      area: 'discount',
      access: merchant.can.list,
      resource: merchant,
    }),
    page('merchantDiscount', {
      path: '/_cloud_operation/merchantDiscount',
      title: merchantDiscount.title,
      icon: 'merchant',
      area: 'discount',
      access: merchantDiscount.can.list,
      resource: merchantDiscount,
    }),
    page('merchantGrant', {
      path: '/_cloud_operation/merchantGrant',
      title: grantList.title,
      icon: 'log',
      area: 'discount',
      access: grantList.access,
    }),
    reportPage('merchantEntry', entryList, {
      path: '/_cloud_operation/merchantEntry',
      icon: 'log',
      area: 'discount',
    }),
    reportPage('merchantStatement', statementList, {
      path: '/_cloud_operation/merchantStatement',
      icon: 'report',
      area: 'discount',
    }),
    reportPage('discountCredit', creditDiscountReport, {
      path: '/reportData/creditDiscount',
      icon: 'report',
      area: 'discount',
    }),
  ],
});
