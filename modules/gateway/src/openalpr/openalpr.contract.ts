import type { DeviceProtocol } from '@boyun/devices/contract';

/** First part of the address of a camera of OpenALPR; its token follows. */
export const OPENALPR_PREFIX = '/api/camera/openalpr';

/** Rekor Scout and OpenALPR agents; agents send a heartbeat a minute. */
export const openalprWebhook: DeviceProtocol = {
  name: 'openalpr-webhook',
  label: { zh: 'OpenALPR（Rekor Scout）识别软件', en: 'OpenALPR (Rekor Scout)' },
  addresses: { event: { zh: 'Webhook 地址', en: 'Webhook address' } },
  pathOf: (address, token) => `${OPENALPR_PREFIX}/${token}/${address}`,
  isReportOnly: true,
  silentAfter: 180,
};
