import { serverModule } from '@boyun/kernel/server';
import { lotDesk } from './contract.ts';
import { getFirstStepsServer } from './first-run/first-run.server.ts';
import { getMapSourceServer } from './map/map.server.ts';
import { closeLotServer, getReadinessServer, openLotServer } from './opening/opening.server.ts';
import { getLotProfileServer } from './profile/profile.server.ts';
import { getStructureServer } from './structure/structure.server.ts';

/** The server side of the desk of a lot. */
export const lotDeskServer = serverModule(lotDesk, new URL('../migrations/', import.meta.url), {
  operations: [
    getLotProfileServer,
    getStructureServer,
    getMapSourceServer,
    getFirstStepsServer,
    getReadinessServer,
    openLotServer,
    closeLotServer,
  ],
});
