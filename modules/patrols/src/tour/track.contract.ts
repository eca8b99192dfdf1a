import { FindingKind } from '@boyun/domain/patrol';
import { plateColorLabel } from '@boyun/domain/plate';
import {
  choice,
  decimal,
  file,
  group,
  instant,
  integer,
  list,
  operation,
  optional,
  reference,
  text,
} from '@boyun/kernel/contract';
import { seeTours } from './patrol-tour.contract.ts';

const id = text({ zh: '编号', en: 'Id' });
const name = text({ zh: '名称', en: 'Name' });
const at = instant({ zh: '时间', en: 'Time' });
const longitude = decimal({ zh: '经度', en: 'Longitude' }, { min: -180, max: 180 });
const latitude = decimal({ zh: '纬度', en: 'Latitude' }, { min: -90, max: 90 });
const lotId = reference({ zh: '车场', en: 'Parking lot' }, 'lot');
const speed = optional(integer({ zh: '速度（km/h）', en: 'Speed (km/h)' }));

/** The most points of a track that are sent. */
export const MOST_POINTS = 20_000;
/** The most plates read along a track that are sent. */
export const MOST_SIGHTINGS = 2000;

/** The way of a tour with the plates read along it: those with findings first where there are too many. */
export const getTrack = operation('get-patrol-track', {
  title: { zh: '巡逻轨迹', en: 'Track of a patrol' },
  path: '/api/patrolCar/tour/getTrack',
  access: seeTours,
  input: { tourId: reference({ zh: '巡逻', en: 'Patrol' }, 'patrol-tour') },
  output: {
    points: list({ zh: '轨迹', en: 'Track' }, group({ zh: '点', en: 'Point' }, { at, longitude, latitude, speed }), {
      max: MOST_POINTS,
    }),
    stops: list(
      { zh: '途经车场', en: 'Stops' },
      group(
        { zh: '车场', en: 'Stop' },
        {
          lotId,
          name,
          longitude: optional(longitude),
          latitude: optional(latitude),
          visitedAt: optional(instant({ zh: '到达时间', en: 'Visited' })),
        },
      ),
    ),
    sightings: list(
      { zh: '识别车牌', en: 'Plates read' },
      group(
        { zh: '车牌', en: 'Plate' },
        {
          id,
          at,
          plate: text({ zh: '车牌', en: 'Plate' }),
          plateColor: choice({ zh: '车牌颜色', en: 'Plate colour' }, plateColorLabel),
          longitude: optional(longitude),
          latitude: optional(latitude),
          lotName: optional(name),
          spotNumber: optional(text({ zh: '车位号', en: 'Spot' })),
          kinds: list({ zh: '问题', en: 'Findings' }, choice({ zh: '问题', en: 'Finding' }, FindingKind)),
          orderId: optional(text({ zh: '订单', en: 'Order' })),
          picture: optional(file({ zh: '图片', en: 'Picture' })),
        },
      ),
      { max: MOST_SIGHTINGS },
    ),
  },
  isRead: true,
});

/** Where the cars of the caller are now: those that told it in the last quarter of an hour, in or near a lot or anywhere. */
export const getPatrolCars = operation('get-patrol-cars', {
  title: { zh: '巡逻车位置', en: 'Where the patrol cars are' },
  path: '/api/patrolCar/getPositions',
  access: seeTours,
  input: { lotId: optional(lotId) },
  output: {
    cars: list(
      { zh: '巡逻车', en: 'Patrol cars' },
      group(
        { zh: '巡逻车', en: 'Patrol car' },
        {
          id,
          name,
          at,
          longitude,
          latitude,
          speed,
          tourId: optional(text({ zh: '巡逻', en: 'Patrol' })),
          tourName: optional(text({ zh: '路线', en: 'Route' })),
          driverName: optional(text({ zh: '驾驶员', en: 'Driver' })),
        },
      ),
      { max: 500 },
    ),
    /** Findings that nobody has handled, in the lot or in all of the caller. */
    openCount: integer({ zh: '待处理问题', en: 'Open findings' }),
    lastVisitAt: optional(instant({ zh: '最近巡逻', en: 'Last patrol' })),
  },
  isRead: true,
});
