import { serveResource, serverModule } from '@boyun/kernel/server';
import { repairs } from './contract.ts';
import { overdueRepairs, repairsByRule, retainedRepairs } from './repair/repair.jobs.ts';
import { repairListServer, repairServers, repairTimesServer } from './repair/repair.server.ts';
import { repairRule } from './repair-rule/repair-rule.contract.ts';

/** The server side of repairs. */
export const repairsServer = serverModule(repairs, new URL('../migrations/', import.meta.url), {
  resources: [serveResource(repairRule)],
  operations: repairServers,
  reports: [repairListServer, repairTimesServer],
  sweeps: [repairsByRule, overdueRepairs],
  retained: [retainedRepairs],
});
