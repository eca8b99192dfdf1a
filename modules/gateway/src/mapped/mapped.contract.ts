import type { DeviceProtocol } from '@boyun/devices/contract';

/** First part of the address of a mapped camera; its token follows. */
export const MAPPED_PREFIX = '/api/camera/mapped';

/** Any device that posts JSON; a person says once for each camera where its values are. */
export const mappedJson: DeviceProtocol = {
  name: 'mapped-json',
  label: { zh: '通用 JSON（字段映射）', en: 'Any JSON (mapped)' },
  addresses: { event: { zh: '推送地址', en: 'Push address' } },
  pathOf: (address, token) => `${MAPPED_PREFIX}/${token}/${address}`,
  isReportOnly: true,
  silentAfter: null,
};
