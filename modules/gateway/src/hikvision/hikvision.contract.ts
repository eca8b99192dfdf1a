import type { DeviceProtocol } from '@boyun/devices/contract';

/** First part of the address of a Hikvision camera; its token follows. */
export const HIKVISION_PREFIX = '/api/camera/hikvision';

/** Hikvision cameras that send events to an HTTP host (`/ISAPI/Event/notification/httpHosts`). */
export const hikvisionIsapi: DeviceProtocol = {
  name: 'hikvision-isapi',
  label: { zh: '海康 ISAPI', en: 'Hikvision ISAPI' },
  addresses: { event: { zh: '报警主机地址', en: 'HTTP host address' } },
  pathOf: (address, token) => `${HIKVISION_PREFIX}/${token}/${address}`,
  calls: 'all',
  orders: ['snapshot', 'time', 'settings', 'reboot'],
  hasNoInputs: true,
};
