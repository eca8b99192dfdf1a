import { moduleContract, page } from '@boyun/kernel/contract';
import { getLotCard, getLotMap } from './lot-map/lot-map.contract.ts';
import { getWallScreen, openSharedScreen } from './screen-data/screen-data.contract.ts';
import {
  createScreenLink,
  SHARED_SCREEN_PATH,
  screenLinkList,
  screenLinkRefusal,
  withdrawScreenLink,
} from './screen-link/screen-link.contract.ts';
import { screenLinkCreated, screenLinkWithdrawn } from './screen-link/screen-link-event.contract.ts';
import { wallScreen, watchScreens } from './wall-screen/wall-screen.contract.ts';

export { SHARED_SCREEN_PATH };

const screen = { icon: 'monitor', area: 'home', access: watchScreens, isBare: true } as const;

/** Screens for the wall, and the map. */
export const screens = moduleContract('screens', {
  events: [screenLinkCreated, screenLinkWithdrawn],
  resources: [wallScreen],
  operations: [getWallScreen, openSharedScreen, createScreenLink, withdrawScreenLink, getLotMap, getLotCard],
  reports: [screenLinkList],
  refusals: [screenLinkRefusal],
  pages: [
    page('dashboardV1', {
      ...screen,
      path: '/dashboardV1',
      title: { zh: '大屏 V1 运营总览', en: 'Screen V1: overview' },
    }),
    page('dashboardV2', {
      ...screen,
      path: '/dashboardV2',
      title: { zh: '大屏 V2 营收', en: 'Screen V2: revenue' },
    }),
    page('dashboardV3', {
      ...screen,
      path: '/dashboardV3',
      title: { zh: '大屏 V3 设备报警', en: 'Screen V3: devices' },
    }),
    page('dashboardV4', {
      ...screen,
      path: '/dashboardV4',
      title: { zh: '大屏 V4 车场实况', en: 'Screen V4: one lot' },
    }),
    page('wallScreen', {
      path: '/_cloud_system/wallScreen',
      title: { zh: '大屏设置', en: 'Big screens' },
      icon: 'monitor',
      area: 'home',
      access: wallScreen.can.list,
    }),
    page('map', {
      path: '/_cloud_map/lotMap',
      title: { zh: '车场地图', en: 'Map of lots' },
      icon: 'region',
      area: 'home',
      access: getLotMap.access,
    }),
  ],
});
