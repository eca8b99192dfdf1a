import { actEvent, event, reference } from '@boyun/kernel/contract';
import {
  createWebhook,
  deleteWebhook,
  renewWebhookSecret,
  resendDelivery,
  switchWebhook,
  testWebhook,
  updateWebhook,
} from './webhook.contract.ts';

const fields = { webhookId: reference({ zh: '网络钩子', en: 'Webhook' }, 'webhook') };

/** A webhook was added. */
export const webhookCreated = actEvent(createWebhook, fields);

/** A webhook was changed. */
export const webhookUpdated = actEvent(updateWebhook, fields);

/** A webhook got another secret. */
export const webhookSecretRenewed = actEvent(renewWebhookSecret, fields);

/** A webhook was paused or resumed. */
export const webhookSwitched = actEvent(switchWebhook, fields);

/** A message was sent to try a webhook. */
export const webhookTested = actEvent(testWebhook, fields);

/** A webhook was deleted. */
export const webhookDeleted = actEvent(deleteWebhook, fields);

/** A webhook whose receiver did not answer for a long time was paused. */
export const webhookGivenUp = event('webhook.given-up', {
  label: { zh: '网络钩子已暂停', en: 'A webhook was paused after too many failures' },
  fields,
});

/** A delivery was sent again. */
export const deliveryResent = actEvent(resendDelivery, {
  deliveryId: reference({ zh: '投递', en: 'Delivery' }, 'webhook-delivery'),
});
