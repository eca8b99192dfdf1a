import { moduleContract, page } from '@boyun/kernel/contract';
import { getLotProfile } from './profile/profile.contract.ts';
import { getStructure } from './structure/structure.contract.ts';

/** What people do on site, and a whole lot at a glance. */
export const site = moduleContract('site', {
  operations: [getLotProfile, getStructure],
  pages: [
    page('parkInfo', {
      path: '/_cloud_basic/parkInfo',
      title: getLotProfile.title,
      icon: 'lot',
      area: 'basic',
      access: getLotProfile.access,
    }),
  ],
});
