import { fill } from '@boyun/kernel/contract';
import { type Kernel, reminderKinds, serverModule } from '@boyun/kernel/server';
import { inboxSources } from '@boyun/reviews/server';
import { bindingConflictsServer, chargeBindingServer } from './charge-binding/charge-binding.server.ts';
import { chargeEndingReminder } from './charge-ending/charge-ending.service.ts';
import { chargeExampleServer } from './charge-example/charge-example.server.ts';
import { charging } from './contract.ts';
import { fillYearServer, holidayServer } from './holiday/holiday.server.ts';
import { CALENDAR_KEPT } from './holiday/holiday.service.ts';
import { resolveBindingServer } from './quote/resolve-binding.server.ts';
import { tariffTrialServers } from './tariff-trial/tariff-trial.server.ts';
import { tariffVersionServers } from './tariff-version/tariff-version.server.ts';
import { VERSIONS_KEPT } from './tariff-version/tariff-version.service.ts';
import { versionInbox } from './tariff-version/version-inbox.service.ts';
import { chargeRuleServer, createFromTemplateServer } from './workbench/charge-rule.server.ts';

export { type LotBinding, type LotTariff, type LotTariffs, tariffsOfLot } from './quote/lot-tariff.queries.ts';
export {
  findTariff,
  findVersion,
  type Quote,
  quoteStays,
  ruleNameOf,
  tariffsInForce,
} from './quote/quote.service.ts';
export { chooseReplay, type ReplayGround, readReplayGround } from './quote/replay-ground.service.ts';

/** The server side of tariffs. */
export const chargingServer = serverModule(charging, new URL('../migrations/', import.meta.url), {
  resources: [chargeRuleServer, chargeExampleServer, chargeBindingServer, holidayServer],
  operations: [
    createFromTemplateServer,
    ...tariffVersionServers,
    ...tariffTrialServers,
    bindingConflictsServer,
    resolveBindingServer,
    fillYearServer,
  ],
  slots: [fill(inboxSources, versionInbox), fill(reminderKinds, chargeEndingReminder)],
  start: async (kernel: Kernel) => {
    // Every process is notified of published versions and changed holidays and reloads them.
    kernel.live.onEvent(({ tenantId, kind }) => {
      if (kind.startsWith('holiday.')) kernel.database.invalidate(tenantId, CALENDAR_KEPT);
      if (/^charge-rule\.(started|published|withdrawn)$/.test(kind))
        kernel.database.invalidate(tenantId, VERSIONS_KEPT);
    });
  },
});
