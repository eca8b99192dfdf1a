import type { DeviceProtocol } from '@boyun/devices/contract';

/** First part of the address that takes messages of every maker; the camera's token follows. */
export const ANY_PREFIX = '/api/camera/any';

/** A camera that is being connected: its messages are looked at, not booked, until somebody says what it speaks. */
export const unknownMaker: DeviceProtocol = {
  name: 'any',
  label: { zh: '待识别', en: 'To be recognised' },
  addresses: { any: { zh: '通用接入地址', en: 'Address for any maker' } },
  pathOf: (_address, token) => `${ANY_PREFIX}/${token}`,
  isReportOnly: true,
  silentAfter: null,
};
