import { fill, moduleContract, page, resourcePage } from '@boyun/kernel/contract';
import { listKinds } from '@boyun/lists/contract';
import { reviewKinds } from '@boyun/reviews/contract';
import { vipGroup, vipRefusal } from './vip-group/vip-group.contract.ts';
import { vipReviews } from './vip-group/vip-review.contract.ts';
import { vipUseList } from './vip-use/vip-use.contract.ts';
import { vipKind } from './vip-vehicle/vip-kind.contract.ts';
import { vipVehicle } from './vip-vehicle/vip-vehicle.contract.ts';

const area = 'group';

/** VIP groups: policies that reduce the fees of their vehicles. */
export const vip = moduleContract('vip', {
  resources: [vipGroup, vipVehicle],
  reports: [vipUseList],
  refusals: [vipRefusal],
  slots: [fill(listKinds, vipKind), fill(reviewKinds, ...Object.values(vipReviews))],
  pages: [
    resourcePage('vipGroup', vipGroup, { path: '/_cloud_vip/group', icon: 'star', area }),
    resourcePage('vipVehicle', vipVehicle, { path: '/_cloud_vip/vehicle', icon: 'car', area }),
    page('vipUse', {
      path: '/_cloud_vip/use',
      title: vipUseList.title,
      icon: 'log',
      area,
      access: vipUseList.access,
    }),
  ],
});
