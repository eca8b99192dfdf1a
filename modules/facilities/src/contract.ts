import { moduleContract, resourcePage } from '@boyun/kernel/contract';
import { area } from './area/area.contract.ts';
import { garage, garageRefusal } from './garage/garage.contract.ts';
import { gate, gateRefusal } from './gate/gate.contract.ts';
import { lane, laneRefusal } from './lane/lane.contract.ts';
import { laneModeChanged } from './lane/lane-event.contract.ts';
import { lot, lotRefusal } from './lot/lot.contract.ts';
import { fillRegions, getRegionTree, region, regionRefusal } from './region/region.contract.ts';
import { regionsFilled } from './region/region-event.contract.ts';
import { createSpots, previewSpots, spot, spotRefusal } from './spot/spot.contract.ts';
import { spotsCreated } from './spot/spot-event.contract.ts';

export { GateDirection } from './gate/gate.contract.ts';
export {
  FullPolicy,
  isPolicyOf,
  LaneDirection,
  LaneMode,
  lanePolicies,
  NoPlatePolicy,
  PassPolicy,
  UnmatchedPolicy,
} from './lane/lane.contract.ts';
export { laneModeChanged } from './lane/lane-event.contract.ts';
export { DuplicateEntryPolicy, LotKind, LotState } from './lot/lot.contract.ts';
export { SpotKind, SpotState } from './spot/spot.contract.ts';
export { area, createSpots, garage, gate, lane, lot, region, spot };

/** The places: from region down to spot. */
export const facilities = moduleContract('facilities', {
  events: [regionsFilled, spotsCreated, laneModeChanged],
  resources: [region, area, lot, garage, gate, lane, spot],
  operations: [fillRegions, getRegionTree, createSpots, previewSpots],
  refusals: [regionRefusal, lotRefusal, garageRefusal, gateRefusal, laneRefusal, spotRefusal],
  pages: [
    resourcePage('area', area, { path: '/_cloud_basic/area', icon: 'area', area: 'basic' }),
    resourcePage('parkLot', lot, { path: '/_cloud_basic/parkLot', icon: 'lot', area: 'basic' }),
    resourcePage('region', region, { path: '/_cloud_basic/region', icon: 'region', area: 'basic' }),
    resourcePage('garage', garage, { path: '/_cloud_basic/garage', icon: 'garage', area: 'basic' }),
    resourcePage('gate', gate, { path: '/_cloud_basic/gate', icon: 'gate', area: 'basic' }),
    resourcePage('lane', lane, { path: '/_cloud_basic/lane', icon: 'lane', area: 'basic' }),
    resourcePage('spot', spot, { path: '/_cloud_basic/spot', icon: 'spot', area: 'basic' }),
  ],
});
