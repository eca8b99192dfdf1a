import { moduleContract, page, reportPage, resourcePage } from '@boyun/kernel/contract';
import { patrolCar, patrolCarRefusal, rotatePatrolSecret } from './car/patrol-car.contract.ts';
import { patrolSecretRotated } from './car/patrol-car-event.contract.ts';
import { confirmFinding, dismissFinding, findingList, findingRefusal } from './finding/patrol-finding.contract.ts';
import {
  findingConfirmed,
  findingDismissed,
  findingMade,
  findingResolved,
} from './finding/patrol-finding-event.contract.ts';
import { patrolCalls } from './intake/patrol-call.contract.ts';
import { patrolByCar, patrolByRoute } from './report/patrol-report.contract.ts';
import { patrolRoute, patrolRouteRefusal } from './route/patrol-route.contract.ts';
import { sightingList } from './sighting/patrol-sighting.contract.ts';
import { endTour, startTour, tourList, tourRefusal } from './tour/patrol-tour.contract.ts';
import { tourEnded, tourMissed, tourStarted } from './tour/patrol-tour-event.contract.ts';
import { getPatrolCars, getTrack } from './tour/track.contract.ts';

/** Cars that patrol lots and streets: their routes and tours, the plates they read, and what is wrong with those cars. */
export const patrols = moduleContract('patrols', {
  events: [
    patrolSecretRotated,
    tourStarted,
    tourEnded,
    tourMissed,
    findingMade,
    findingConfirmed,
    findingDismissed,
    findingResolved,
  ],
  resources: [patrolCar, patrolRoute],
  operations: [rotatePatrolSecret, startTour, endTour, getTrack, getPatrolCars, confirmFinding, dismissFinding],
  reports: [tourList, sightingList, findingList, patrolByCar, patrolByRoute],
  refusals: [patrolCarRefusal, patrolRouteRefusal, tourRefusal, findingRefusal],
  deviceCalls: patrolCalls,
  pages: [
    page('patrolTour', {
      path: '/_cloud_operation/patrolTour',
      title: tourList.title,
      icon: 'region',
      area: 'duty',
      access: tourList.access,
    }),
    page('patrolFinding', {
      path: '/_cloud_operation/patrolFinding',
      title: findingList.title,
      icon: 'alarm',
      area: 'duty',
      access: findingList.access,
    }),
    page('patrolSighting', {
      path: '/_cloud_operation/patrolSighting',
      title: sightingList.title,
      icon: 'camera',
      area: 'duty',
      access: sightingList.access,
    }),
    resourcePage('patrolCar', patrolCar, {
      path: '/_cloud_device/patrolCar',
      icon: 'car',
      area: 'basic',
      group: 'device',
    }),
    resourcePage('patrolRoute', patrolRoute, {
      path: '/_cloud_device/patrolRoute',
      icon: 'region',
      area: 'basic',
      group: 'device',
    }),
    reportPage('patrolByCar', patrolByCar, {
      path: '/reportData/patrol',
      icon: 'report',
      area: 'report',
      empty: {
        title: { zh: '这段时间没有巡逻', en: 'No patrols in this time' },
        hint: { zh: '未选时间时统计最近30天', en: 'Default: the last 30 days' },
      },
    }),
    reportPage('patrolByRoute', patrolByRoute, {
      path: '/reportData/patrolRoute',
      icon: 'report',
      area: 'report',
      empty: {
        title: { zh: '这段时间没有按路线的巡逻', en: 'No patrols of routes in this time' },
        hint: { zh: '未选时间时统计最近30天', en: 'Default: the last 30 days' },
      },
    }),
  ],
});
