import { moduleContract, page } from '@boyun/kernel/contract';
import {
  apiKeyList,
  apiKeyRefusal,
  createApiKey,
  getApiScopes,
  renewApiKey,
  revokeApiKey,
  updateApiKey,
} from './api-key/api-key.contract.ts';
import { apiKeyCreated, apiKeyRenewed, apiKeyRevoked, apiKeyUpdated } from './api-key/api-key-event.contract.ts';
import { webhooksOf } from './webhook/public-event.contract.ts';
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
import {
  deliveryResent,
  webhookCreated,
  webhookDeleted,
  webhookGivenUp,
  webhookSecretRenewed,
  webhookSwitched,
  webhookTested,
  webhookUpdated,
} from './webhook/webhook-event.contract.ts';

/** The product as used by other programs: API keys and webhooks. */
export const openApi = moduleContract('open-api', {
  events: [
    apiKeyCreated,
    apiKeyUpdated,
    apiKeyRenewed,
    apiKeyRevoked,
    webhookCreated,
    webhookUpdated,
    webhookSecretRenewed,
    webhookSwitched,
    webhookTested,
    webhookDeleted,
    webhookGivenUp,
    deliveryResent,
  ],
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
  webhooksOf,
});
