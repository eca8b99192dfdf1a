import { type Fields, group, moduleContract, page } from '@boyun/kernel/contract';
import {
  apiKeyList,
  apiKeyRefusal,
  createApiKey,
  getApiScopes,
  renewApiKey,
  revokeApiKey,
  updateApiKey,
} from './api-key/api-key.contract.ts';
import { PUBLIC_EVENTS, payloadFields } from './webhook/public-event.contract.ts';
import {
  createWebhook,
  deleteWebhook,
  deliveryList,
  getDelivery,
  renewWebhookSecret,
  resendDelivery,
  switchWebhook,
  testWebhook,
  updateWebhook,
  webhookList,
  webhookRefusal,
} from './webhook/webhook.contract.ts';

/** The product as other programs use it: keys to call it, webhooks to hear of it. */
export const openApi = moduleContract('open-api', {
  operations: [
    createApiKey,
    updateApiKey,
    renewApiKey,
    revokeApiKey,
    getApiScopes,
    createWebhook,
    updateWebhook,
    renewWebhookSecret,
    switchWebhook,
    deleteWebhook,
    testWebhook,
    resendDelivery,
    getDelivery,
  ],
  reports: [apiKeyList, webhookList, deliveryList],
  refusals: [apiKeyRefusal, webhookRefusal],
  pages: [
    page('webhook', {
      path: '/_cloud_system/webhook',
      title: { zh: '开放接口', en: 'Open API' },
      icon: 'api',
      area: 'system',
      access: webhookList.access,
    }),
  ],
  webhooks: Object.entries(PUBLIC_EVENTS).map(([name, one]) => ({
    name,
    title: one.label,
    payload: { ...payloadFields, data: group({ zh: '数据', en: 'Data' }, one.fields as Fields) },
  })),
});
