import { event } from '@boyun/kernel/contract';

/** A visitor followed a banner. */
export const bannerOpened = event('banner.opened', {
  label: { zh: '点击横幅', en: 'A banner was opened' },
  fields: {},
});
