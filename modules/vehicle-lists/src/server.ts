import { serverModule } from '@boyun/kernel/server';
import { blackListServer } from './black-list/black-list.server.ts';
import { vehicleLists } from './contract.ts';
import { whiteListServer } from './white-list/white-list.server.ts';

export { type PlateStanding, standingOf } from './standing/standing.queries.ts';

/** The server door of the lists that decide how a plate passes. */
export const vehicleListsServer = serverModule(vehicleLists, new URL('../migrations/', import.meta.url), {
  resources: [blackListServer, whiteListServer],
});
