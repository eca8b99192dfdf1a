import { webhookFormat } from '../webhook/webhook-format.service.ts';
import { openalprWebhook } from './openalpr.contract.ts';
import { readOpenalpr } from './openalpr-message.service.ts';

/** Messages of Rekor Scout and OpenALPR. */
export const openalprFormat = webhookFormat({
  protocol: openalprWebhook,
  signsOf: ({ json }) =>
    /^(?:alpr_group|alpr_results|alpr_alert|heartbeat|vehicle)$/.test(`${json?.data_type}`)
      ? ['data_type', `${json?.data_type}`]
      : null,
  read: ({ body }) => readOpenalpr(body),
});
