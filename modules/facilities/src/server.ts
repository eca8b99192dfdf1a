import { serverModule } from '@boyun/kernel/server';
import { areaServer } from './area/area.server.ts';
import { facilities } from './contract.ts';
import { garageServer } from './garage/garage.server.ts';
import { gateServer } from './gate/gate.server.ts';
import { laneServer } from './lane/lane.server.ts';
import { laneModesEnded } from './lane/lane-mode.service.ts';
import { NESTING_KEPT } from './lot/lot.queries.ts';
import { lotServer } from './lot/lot.server.ts';
import { fillRegionsServer, getRegionTreeServer, regionServer } from './region/region.server.ts';
import { createSpotsServer, previewSpotsServer, spotServer } from './spot/spot.server.ts';

export { monthIncome, type ZonedLot } from './area/area.server.ts';
export { holdLanes, showHeldLanes } from './lane/held-lane.service.ts';
export { findLaneSetting, type LaneSetting, modeOf, policiesOf } from './lane/lane.queries.ts';
export { laneModesEnded, type NewLaneMode, setLaneMode } from './lane/lane-mode.service.ts';
export { policyFieldsOf } from './lane/lane-policy.service.ts';
export {
  addCarsInside,
  findCarsInside,
  innerLotsOf,
  lockCarsInside,
  lockLotSettings,
  setLotState,
} from './lot/lot.queries.ts';
export { type LotSetting, payeeOf, requireLot, zoneOfLot } from './lot/lot.service.ts';
export { bindDetector, type DetectedSpot, findDetected, setSpotState } from './spot/spot.queries.ts';

/** The server side of places. */
export const facilitiesServer = serverModule(facilities, new URL('../migrations/', import.meta.url), {
  resources: [regionServer, areaServer, lotServer, garageServer, gateServer, laneServer, spotServer],
  figures: [{ name: 'lotCount', sql: 'select tenant_id, count(*) as value from lot group by 1' }],
  operations: [fillRegionsServer, getRegionTreeServer, createSpotsServer, previewSpotsServer],
  sweeps: [laneModesEnded],
  start: async (kernel) => {
    // Every process is notified of changed lots and reloads their nesting.
    kernel.live.onEvent(({ tenantId, kind }) => {
      if (kind.startsWith('lot.')) kernel.database.invalidate(tenantId, NESTING_KEPT);
    });
  },
});
