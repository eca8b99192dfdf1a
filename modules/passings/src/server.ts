import { lcdPayPath } from '@boyun/devices/server';
import { fill } from '@boyun/kernel/contract';
import { serverModule } from '@boyun/kernel/server';
import { orderList } from '@boyun/orders/contract';
import { carClaim, waitingPlate } from '@boyun/payments/server';
import { applyReviews } from '@boyun/reviews/server';
import { cameraQualityServer, cameraQualitySweep } from './camera-quality/camera-quality.server.ts';
import { passingList, passings } from './contract.ts';
import { colleagueAt, waitingPlateAt } from './duty-desk/desk-claim.service.ts';
import { deskServers } from './duty-desk/duty-desk.server.ts';
import { getLaneBoardServer } from './lane-board/lane-board.server.ts';
import { callListServer, callServers } from './lane-call/lane-call.server.ts';
import { missedCalls } from './lane-call/lane-call.service.ts';
import { payPathOf } from './lcd-pay/lcd-pay.service.ts';
import { getOrderServer } from './order-detail/order-detail.server.ts';
import { letInNext } from './passing/next-car.service.ts';
import { freePassingServer, passingListServer, settlePassingServer } from './passing/passing.server.ts';
import { takeReduction } from './passing/reduced-car.service.ts';
import { releaseAfterPayment } from './passing/settle-passing.service.ts';
import { takeUndecided } from './passing/undecided-car.service.ts';
import { plateServers } from './plate-correction/plate-correction.server.ts';
import { askExitPlate, askPlate } from './plate-correction/plate-correction.service.ts';
import { retainedOfPassings } from './retention/retained.jobs.ts';
import { roadsideServers } from './roadside/roadside.server.ts';
import { spotFollowsOrder } from './roadside/roadside.service.ts';
import { settlePending } from './roadside/spot-signal.service.ts';
import { spotDayListServer, spotDaySweep } from './spot-day/spot-day.server.ts';
import { unenteredServers } from './unentered/unentered.server.ts';
import { unenteredSweep } from './unentered/unentered.service.ts';
import { voidPassingListServer, voidPassingServers } from './void-passing/void-passing.server.ts';
import { askRestorePassing, askVoidPassing } from './void-passing/void-passing.service.ts';
import { getCandidatesServer, matchWaitingServer } from './waiting-car/waiting-car.server.ts';

export { judgeCameras, sumCameraDays } from './camera-quality/camera-quality.service.ts';
export { readLaneBoard } from './lane-board/lane-board.server.ts';
export { callFromLane } from './lane-call/lane-call.service.ts';
export { insideElsewhere } from './passing/inside-elsewhere.queries.ts';
export { type EmptyStay, type LatePassage, leaveLate, neverCameIn, passLate } from './passing/late-passage.service.ts';
export type { GateAnswer, PassingMessage, PlateBox } from './passing/passage.service.ts';
export { recordPassing } from './passing/record-passing.service.ts';
export { releasePaidCar, settleWaitingCar } from './passing/settle-passing.service.ts';
export { takePassed } from './passing/undecided-car.service.ts';
export { readStreet } from './roadside/roadside.server.ts';
export { noteCar, noteGone, requireSpot, type SpotSighting, takeSighting } from './roadside/roadside.service.ts';
export { type SpotMessage, settlePending, takeDetector } from './roadside/spot-signal.service.ts';
export { judgeDetectors, sumSpotDays } from './spot-day/spot-day.service.ts';
export { matchWaitingCar } from './waiting-car/waiting-car.service.ts';

/** Server side of passings; also serves the order detail, because it lists the passings of an order. */
export const passingsServer = serverModule(passings, new URL('../migrations/', import.meta.url), {
  operations: [
    settlePassingServer,
    freePassingServer,
    getLaneBoardServer,
    getOrderServer,
    getCandidatesServer,
    ...deskServers,
    matchWaitingServer,
    ...unenteredServers,
    ...callServers,
    ...roadsideServers,
    ...plateServers,
    ...voidPassingServers,
  ],
  reports: [passingListServer, voidPassingListServer, callListServer, cameraQualityServer, spotDayListServer],
  figures: [
    {
      name: 'passingCount',
      sql: 'select tenant_id, count(*) as value from passing where id >= first_uuid($1) group by 1',
      isRecent: true,
    },
  ],
  reactions: [releaseAfterPayment, takeReduction, takeUndecided, letInNext, spotFollowsOrder],
  sweeps: [missedCalls, unenteredSweep, cameraQualitySweep, settlePending, spotDaySweep],
  partitioned: ['passing'],
  slots: [
    fill(carClaim, colleagueAt),
    fill(waitingPlate, waitingPlateAt),
    fill(lcdPayPath, payPathOf),
    applyReviews(orderList.access, askPlate, askExitPlate),
    applyReviews(passingList.access, askVoidPassing, askRestorePassing),
  ],
  retained: retainedOfPassings,
});
