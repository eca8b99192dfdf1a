import { serverModule } from '@boyun/kernel/server';
import { patrolCarServer, rotatePatrolSecretServer } from './car/patrol-car.server.ts';
import { patrols } from './contract.ts';
import { findingListServer, findingServers } from './finding/patrol-finding.server.ts';
import { resolveDebts, resolveGone } from './finding/resolve-finding.service.ts';
import { patrolIngress } from './intake/patrol.ingress.ts';
import { patrolReports } from './report/patrol-report.server.ts';
import { patrolRouteServer } from './route/patrol-route.server.ts';
import { retainedOfPatrols } from './sighting/patrol-retention.service.ts';
import { sightingListServer } from './sighting/patrol-sighting.server.ts';
import { tourListServer, tourServers } from './tour/patrol-tour.server.ts';
import { patrolSweep } from './tour/tour-plan.service.ts';

export { patrolSweep };

/** The server side of patrol cars. */
export const patrolsServer = serverModule(patrols, new URL('../migrations/', import.meta.url), {
  resources: [patrolCarServer, patrolRouteServer],
  operations: [rotatePatrolSecretServer, ...tourServers, ...findingServers],
  reports: [tourListServer, sightingListServer, findingListServer, ...patrolReports],
  ingresses: [patrolIngress],
  reactions: [resolveDebts, resolveGone],
  sweeps: [patrolSweep],
  retained: retainedOfPatrols,
});
