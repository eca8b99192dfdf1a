import { FindingKind } from '@boyun/domain/patrol';
import { plateColorLabel } from '@boyun/domain/plate';
import {
  choice,
  decimal,
  file,
  flag,
  instant,
  integer,
  list,
  optional,
  reference,
  report,
  text,
} from '@boyun/kernel/contract';
import { SightingOutcome, seeFindings } from '../finding/patrol-finding.contract.ts';

const lotId = reference({ zh: '车场', en: 'Parking lot' }, 'lot');
const carId = reference({ zh: '巡逻车', en: 'Patrol car' }, 'patrol-car');
const plate = text({ zh: '车牌', en: 'Plate' }, { max: 16 });
const kind = choice({ zh: '问题', en: 'Finding' }, FindingKind);

/** Plates that patrol cars have read, the newest first. */
export const sightingList = report('patrol-sighting', {
  title: { zh: '识别记录', en: 'Plates read' },
  path: '/api/patrolCar/sighting/list',
  access: seeFindings,
  alwaysSortable: ['at'],
  filters: {
    plate: optional(plate),
    lotId: optional(lotId),
    carId: optional(carId),
    routeId: optional(reference({ zh: '巡逻路线', en: 'Route' }, 'patrol-route')),
    tourId: optional(reference({ zh: '巡逻', en: 'Patrol' }, 'patrol-tour')),
    outcome: optional(choice({ zh: '结果', en: 'Outcome' }, SightingOutcome)),
    kind: optional(kind),
    hasFinding: optional(flag({ zh: '有问题', en: 'With findings' })),
    from: optional(instant({ zh: '开始时间', en: 'From' })),
    to: optional(instant({ zh: '结束时间', en: 'To' })),
  },
  columns: {
    id: text({ zh: '编号', en: 'Id' }),
    at: instant({ zh: '时间', en: 'Time' }),
    plate,
    plateColor: choice({ zh: '车牌颜色', en: 'Plate colour' }, plateColorLabel),
    picture: optional(file({ zh: '图片', en: 'Picture' })),
    outcome: choice({ zh: '结果', en: 'Outcome' }, SightingOutcome),
    kinds: list({ zh: '问题', en: 'Findings' }, kind),
    lotId: optional(lotId),
    spotNumber: optional(text({ zh: '车位号', en: 'Spot' }, { max: 32 })),
    confidence: integer({ zh: '置信度', en: 'Confidence' }, { max: 100 }),
    carId,
    orderId: optional(text({ zh: '订单', en: 'Order' })),
    tourId: optional(text({ zh: '巡逻', en: 'Patrol' })),
    receivedAt: instant({ zh: '收到时间', en: 'Received' }),
    longitude: optional(decimal({ zh: '经度', en: 'Longitude' }, { min: -180, max: 180 })),
    latitude: optional(decimal({ zh: '纬度', en: 'Latitude' }, { min: -90, max: 90 })),
  },
});
