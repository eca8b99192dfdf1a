import { serve, serverModule } from '@boyun/kernel/server';
import { chargeBinding } from './charge-binding/charge-binding.contract.ts';
import { chargeRuleServer } from './charge-rule/charge-rule.server.ts';
import { charging } from './contract.ts';

export { findTariff, type Quote, type QuoteRequest, quoteStay, type TariffInForce } from './quote/quote.service.ts';

/** The server door of tariffs. */
export const chargingServer = serverModule(charging, new URL('../migrations/', import.meta.url), {
  resources: [chargeRuleServer, serve(chargeBinding)],
});
