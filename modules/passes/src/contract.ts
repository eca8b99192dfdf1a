import { fill, moduleContract, page, resourcePage } from '@boyun/kernel/contract';
import { listKinds } from '@boyun/lists/contract';
import { billPurposes } from '@boyun/money/contract';
import { reviewKinds } from '@boyun/reviews/contract';
import { ownerPlatesRefusal } from './pack/owner-plates.contract.ts';
import { changePackPlates, getPack, pack, packRefusal, pausePack, renewPack, sellPack } from './pack/pack.contract.ts';
import {
  packApproved,
  packCancelled,
  packExpired,
  packExpiring,
  packPaused,
  packPlatesChanged,
  packRefunded,
  packRefundFailed,
  packRejected,
  packRenewed,
  packResumed,
  packSold,
} from './pack/pack-event.contract.ts';
import { packKind } from './pack/pack-kind.contract.ts';
import { PackMethod } from './pack/pack-method.contract.ts';
import { packPurpose } from './pack/pack-purpose.contract.ts';
import { cancelPack, packReturnList, refundPack } from './pack/pack-return.contract.ts';
import { packReviews } from './pack/pack-review.contract.ts';
import { packCount } from './pack-count/pack-count.contract.ts';
import { packEventList } from './pack-count/pack-event-list.contract.ts';
import { packRule, packRuleRefusal } from './pack-rule/pack-rule.contract.ts';
import { getRenewal, renewalRefusal, startRenewal } from './renewal/renewal.contract.ts';

export { PackState } from './pack/pack.contract.ts';
export { PackPeriod } from './pack-rule/pack-rule.contract.ts';
export { PackMethod, pack, packApproved, packPlatesChanged, packRenewed, packResumed, packSold };

/** Monthly packs: rules for sale, and sold packs. */
export const passes = moduleContract('passes', {
  events: [
    packSold,
    packApproved,
    packRejected,
    packRenewed,
    packPlatesChanged,
    packPaused,
    packResumed,
    packCancelled,
    packRefunded,
    packRefundFailed,
    packExpired,
    packExpiring,
  ],
  resources: [packRule, pack],
  operations: [
    sellPack,
    renewPack,
    changePackPlates,
    pausePack,
    cancelPack,
    refundPack,
    getPack,
    getRenewal,
    startRenewal,
  ],
  reports: [packReturnList, packCount, packEventList],
  refusals: [packRuleRefusal, packRefusal, ownerPlatesRefusal, renewalRefusal],
  slots: [fill(listKinds, packKind), fill(billPurposes, packPurpose), fill(reviewKinds, ...Object.values(packReviews))],
  pages: [
    resourcePage('packRule', packRule, { path: '/_cloud_operation/packRule', icon: 'rule', area: 'pass' }),
    resourcePage('packManage', pack, {
      path: '/_cloud_operation/packManage',
      title: { zh: '月卡管理', en: 'Monthly packs' },
      icon: 'pack',
      area: 'pass',
    }),
    page('packRefund', {
      path: '/_cloud_operation/packRefund',
      title: { zh: '月卡退款', en: 'Monthly-pack refunds' },
      icon: 'arrears',
      area: 'pass',
      access: packReturnList.access,
    }),
    page('packCancel', {
      path: '/_cloud_operation/packCancel',
      title: { zh: '月卡注销', en: 'Monthly-pack cancel' },
      icon: 'void',
      area: 'pass',
      access: packReturnList.access,
    }),
    page('packStatement', {
      path: '/reportData/packCount',
      title: packCount.title,
      icon: 'pack',
      area: 'report',
      access: packCount.access,
    }),
  ],
});
