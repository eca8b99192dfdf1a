import type { DeviceProtocol } from '@boyun/devices/contract';

/** First part of the addresses of signed calls. */
export const BOX_PREFIX = '/api/box';

/** Cameras and boxes that sign their calls. */
export const signedCalls: DeviceProtocol = { name: 'signed', label: { zh: '签名接口', en: 'Signed call' } };
