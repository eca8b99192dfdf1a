import type { DeviceProtocol } from '@boyun/devices/contract';

/** First part of the address of a Huaxia camera; its token follows. */
export const HUAXIA_PREFIX = '/api/camera/huaxia';

/** Huaxia cameras that push over HTTP; passings and heartbeats go to one address. */
export const huaxiaHttp: DeviceProtocol = {
  name: 'huaxia-http',
  label: { zh: '华夏 HTTP 推送', en: 'Huaxia HTTP push' },
  addresses: { push: { zh: '推送地址', en: 'Push address' } },
  orders: ['recognise', 'text'],
  pathOf: (address, token) => `${HUAXIA_PREFIX}/${token}/${address}`,
  hasNoInputs: true,
};
