import { commandChanged } from '@boyun/devices/contract';
import { laneModeChanged } from '@boyun/facilities/contract';
import { fill, liveReaders, moduleContract, page } from '@boyun/kernel/contract';
import { reviewKinds } from '@boyun/reviews/contract';
import { cameraQuality } from './camera-quality/camera-quality.contract.ts';
import { lensCleared, lensSuspected } from './camera-quality/camera-quality-event.contract.ts';
import { claimWaiting, countWaiting, getDesk } from './duty-desk/duty-desk.contract.ts';
import { waitingClaimed } from './duty-desk/duty-desk-event.contract.ts';
import { getLaneBoard } from './lane-board/lane-board.contract.ts';
import { answerCall, callList, callRefusal, endCall } from './lane-call/lane-call.contract.ts';
import { callAnswered, callEnded, callMissed, laneCalled } from './lane-call/lane-call-event.contract.ts';
import { Decision, freePassing, passingList, passingRefusal, settlePassing } from './passing/passing.contract.ts';
import {
  orderQuoted,
  passingRecorded,
  passingSettled,
  passingSettledByHand,
  plateMatched,
  stayPlateRead,
} from './passing/passing-event.contract.ts';
import {
  correctExitPlate,
  correctPlate,
  getPlateView,
  plateRefusal,
} from './plate-correction/plate-correction.contract.ts';
import { plateReviews } from './plate-correction/plate-review.contract.ts';
import { closeRoadside, getRoadside, openRoadside, roadsideRefusal } from './roadside/roadside.contract.ts';
import { roadsideClosed, roadsideOpened } from './roadside/roadside-event.contract.ts';
import { spotDayList } from './spot-day/spot-day.contract.ts';
import { getUnentered, markUnentered } from './unentered/unentered.contract.ts';
import {
  restorePassing,
  voidPassing,
  voidPassingList,
  voidPassingRefusal,
} from './void-passing/void-passing.contract.ts';
import { passingRestored, passingVoided } from './void-passing/void-passing-event.contract.ts';
import { voidPassingReviews } from './void-passing/void-review.contract.ts';
import { getCandidates, matchWaiting, waitingCarRefusal } from './waiting-car/waiting-car.contract.ts';

export {
  passingRecorded,
  passingSettled,
  passingSettledByHand,
  plateMatched,
  stayPlateRead,
} from './passing/passing-event.contract.ts';

export { countWaiting, Decision, getLaneBoard, getRoadside, openRoadside, passingList, passingRefusal, settlePassing };

/** Passings of cars through lanes, with the decision taken at the gate. */
export const passings = moduleContract('passings', {
  slots: [
    fill(liveReaders, ...[commandChanged, laneModeChanged].map((event) => ({ event, access: getLaneBoard.access }))),
    fill(reviewKinds, ...Object.values(plateReviews), ...Object.values(voidPassingReviews)),
  ],
  events: [
    lensSuspected,
    lensCleared,
    laneCalled,
    waitingClaimed,
    callAnswered,
    callEnded,
    callMissed,
    passingRecorded,
    passingSettled,
    passingSettledByHand,
    plateMatched,
    orderQuoted,
    stayPlateRead,
    roadsideOpened,
    roadsideClosed,
    passingVoided,
    passingRestored,
  ],
  operations: [
    settlePassing,
    freePassing,
    getLaneBoard,
    getDesk,
    claimWaiting,
    countWaiting,
    getCandidates,
    matchWaiting,
    getUnentered,
    markUnentered,
    answerCall,
    endCall,
    getRoadside,
    openRoadside,
    closeRoadside,
    getPlateView,
    correctPlate,
    correctExitPlate,
    voidPassing,
    restorePassing,
  ],
  reports: [passingList, voidPassingList, callList, cameraQuality, spotDayList],
  refusals: [passingRefusal, plateRefusal, waitingCarRefusal, callRefusal, roadsideRefusal, voidPassingRefusal],
  pages: [
    page('dutyDesk', {
      path: '/_cloud_operation/dutyDesk',
      title: getDesk.title,
      icon: 'desk',
      area: 'duty',
      access: getDesk.access,
    }),
    page('laneMonitor', {
      path: '/_cloud_operation/laneMonitor',
      title: getLaneBoard.title,
      icon: 'monitor',
      area: 'duty',
      access: getLaneBoard.access,
    }),
    page('roadside', {
      path: '/_cloud_operation/roadside',
      title: getRoadside.title,
      icon: 'lane',
      area: 'duty',
      access: getRoadside.access,
    }),
    page('magneticQuality', {
      path: '/_cloud_device/magneticQuality',
      title: spotDayList.title,
      icon: 'statistics',
      area: 'basic',
      group: 'device',
      access: spotDayList.access,
    }),
    page('passRecord', {
      path: '/_cloud_operation/passRecord',
      title: passingList.title,
      icon: 'passing',
      area: 'duty',
      access: passingList.access,
    }),
  ],
});
