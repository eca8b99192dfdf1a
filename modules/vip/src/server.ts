import { fill } from '@boyun/kernel/contract';
import { type Kernel, retainedPlates, serverModule } from '@boyun/kernel/server';
import { listKindSlot } from '@boyun/lists/server';
import { reductionGivers } from '@boyun/orders/server';
import { applyReviews, reviewedWrites } from '@boyun/reviews/server';
import { vip } from './contract.ts';
import { HAS_VIP_KEPT } from './vip-group/vip.queries.ts';
import { vipGiver } from './vip-group/vip-giver.service.ts';
import { vipGroup } from './vip-group/vip-group.contract.ts';
import { vipGroupServer } from './vip-group/vip-group.server.ts';
import { vipReviews } from './vip-group/vip-review.contract.ts';
import { vipUseListServer } from './vip-use/vip-use.server.ts';
import { vipKindServer } from './vip-vehicle/vip-kind.queries.ts';
import { vipVehicle } from './vip-vehicle/vip-vehicle.contract.ts';
import { vipVehicleServer } from './vip-vehicle/vip-vehicle.server.ts';

export { findMembershipsOfLot } from './vip-group/vip.queries.ts';
export { findVipCarsOf, forgetVipPerson } from './vip-vehicle/holder-vip-vehicle.queries.ts';

/** The server side of VIP groups. */
export const vipServer = serverModule(vip, new URL('../migrations/', import.meta.url), {
  retained: [
    retainedPlates({
      part: 'vip-vehicles',
      table: 'vip_vehicle',
      endColumn: 'valid_until',
      mobileColumn: 'owner_phone',
    }),
  ],
  resources: [vipGroupServer, vipVehicleServer],
  reports: [vipUseListServer],
  slots: [
    fill(listKindSlot, vipKindServer),
    fill(reductionGivers, vipGiver),
    applyReviews(vipGroup.can.list, reviewedWrites(vipGroup, vipReviews.group.name)),
    applyReviews(vipVehicle.can.list, reviewedWrites(vipVehicle, vipReviews.vehicle.name)),
  ],
  start: async (kernel: Kernel) => {
    kernel.live.onEvent(({ tenantId, kind }) => {
      if (kind.startsWith('vip-group.')) kernel.database.invalidate(tenantId, HAS_VIP_KEPT);
    });
  },
});
