import { page } from '@boyun/kernel/contract';

const screen = { icon: 'dashboard', area: 'home', access: 'signed-in', isHidden: true, isBare: true } as const;

/** The big screen (spec §2): the activity in all lots the user may see. */
export const OVERVIEW_SCREEN = page('bigScreen', {
  ...screen,
  path: '/index',
  title: { zh: '运营大屏', en: 'Operations screen' },
});

/** The second big screen: one lot with its lanes and its money. */
export const LOT_SCREEN = page('bigScreenOne', {
  ...screen,
  path: '/indexOne',
  title: { zh: '车场大屏', en: 'Parking lot screen' },
});
