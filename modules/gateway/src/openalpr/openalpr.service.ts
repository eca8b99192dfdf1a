import { webhookDriver } from '../webhook/webhook-driver.service.ts';
import { OPENALPR_PREFIX, openalprWebhook } from './openalpr.contract.ts';
import { readOpenalpr } from './openalpr-message.service.ts';

/** Rekor Scout and OpenALPR by their webhook. */
export const openalprDriver = webhookDriver({
  protocol: openalprWebhook,
  prefix: OPENALPR_PREFIX,
  signsOf: ({ json }) =>
    /^(?:alpr_group|alpr_results|alpr_alert|heartbeat|vehicle)$/.test(`${json?.data_type}`)
      ? ['data_type', `${json?.data_type}`]
      : null,
  read: ({ body }) => readOpenalpr(body),
});
