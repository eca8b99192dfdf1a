import type { DeviceProtocol } from '@boyun/devices/contract';

/** First part of the address of a camera of Plate Recognizer Stream; its token follows. */
export const PLATE_RECOGNIZER_PREFIX = '/api/camera/platerecognizer';

/** Plate Recognizer Stream; it is silent where no car comes. */
export const plateRecognizerStream: DeviceProtocol = {
  name: 'plate-recognizer',
  label: { zh: 'Plate Recognizer 识别软件', en: 'Plate Recognizer Stream' },
  addresses: { event: { zh: 'Webhook 地址', en: 'Webhook address' } },
  pathOf: (address, token) => `${PLATE_RECOGNIZER_PREFIX}/${token}/${address}`,
  isReportOnly: true,
  silentAfter: null,
};
