import type { DeviceProtocol } from '@boyun/devices/contract';

/** First part of the addresses of a Dahua camera; its token and the paths of ITSAPI follow. */
export const DAHUA_PREFIX = '/api/camera/dahua';

/** Dahua cameras with ITSAPI; the camera itself adds `/NotificationInfo/…` to the address it is given. */
export const dahuaItsapi: DeviceProtocol = {
  name: 'dahua-itsapi',
  label: { zh: '大华 ITSAPI', en: 'Dahua ITSAPI' },
  addresses: { platform: { zh: '平台地址', en: 'Platform address' } },
  pathOf: (_address, token) => `${DAHUA_PREFIX}/${token}`,
  calls: 'later',
  orders: ['snapshot', 'recognise', 'time', 'settings', 'reboot'],
  hasNoInputs: true,
};
