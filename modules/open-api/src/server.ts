import { serverModule } from '@boyun/kernel/server';
import { apiKeyOperations, apiKeyReport } from './api-key/api-key.server.ts';
import { openApi } from './contract.ts';
import { deliveriesFromEvents, sweepDeliveries } from './webhook/delivery.service.ts';
import { startDeliveries } from './webhook/webhook.jobs.ts';
import { deliveryReport, webhookOperations, webhookReport } from './webhook/webhook.server.ts';

export { findKey, isApiKey, keyAuthenticator } from './api-key/api-key.service.ts';
export { attemptDelivery, deliveriesFromEvents } from './webhook/delivery.service.ts';

/** The server side of the open API: keys and webhooks. */
export const openApiServer = serverModule(openApi, new URL('../migrations/', import.meta.url), {
  operations: [...apiKeyOperations, ...webhookOperations],
  reports: [apiKeyReport, webhookReport, deliveryReport],
  reactions: [deliveriesFromEvents],
  sweeps: [{ name: 'webhook-deliveries', everySeconds: 3600, run: sweepDeliveries }],
  start: startDeliveries,
});
