import { FindingKind } from '@boyun/domain/patrol';
import {
  choice,
  type DeviceCall,
  decimal,
  flag,
  group,
  instant,
  integer,
  list,
  optional,
  plate,
  reference,
  text,
} from '@boyun/kernel/contract';
import { SightingOutcome } from '../finding/patrol-finding.contract.ts';

/** First part of the addresses of patrol cars. */
export const PATROL_PREFIX = '/api/patrol';

/** The most of each that one call may carry. */
const MOST_POSITIONS = 600;
const MOST_PLATES = 100;

const happenedAt = instant({ zh: '时间（车载时钟）', en: 'When, by the clock of the car' });
const longitude = decimal({ zh: '经度（WGS-84）', en: 'Longitude, WGS-84' }, { min: -180, max: 180 });
const latitude = decimal({ zh: '纬度（WGS-84）', en: 'Latitude, WGS-84' }, { min: -90, max: 90 });
const eventId = text({ zh: '事件编号（重发不变）', en: 'Event id, the same when sent again' }, { max: 64 });
const picture = text({ zh: '图片', en: 'Picture (base64)' }, { max: 3_000_000 });
const tourId = optional(reference({ zh: '巡逻编号', en: 'Patrol id' }, 'patrol-tour'));

/** A car goes on patrol, or is back. */
export const tourFields = {
  act: choice({ zh: '动作', en: 'What' }, { start: { zh: '出车', en: 'Starts' }, end: { zh: '收车', en: 'Ends' } }),
  routeId: optional(reference({ zh: '路线', en: 'Route' }, 'patrol-route')),
  happenedAt,
};

/** Where a car was. */
export const positionFields = {
  positions: list(
    { zh: '位置', en: 'Positions' },
    group(
      { zh: '位置', en: 'Position' },
      {
        happenedAt,
        longitude,
        latitude,
        speed: optional(integer({ zh: '速度（km/h）', en: 'Speed (km/h)' }, { max: 400 })),
      },
    ),
    { min: 1, max: MOST_POSITIONS },
  ),
};

/** Plates a car has read, with the lot or the place. */
export const sightingFields = {
  sightings: list(
    { zh: '车牌', en: 'Plates' },
    group(
      { zh: '车牌', en: 'Plate' },
      {
        eventId,
        plate: plate(),
        plateColor: integer({ zh: '车牌颜色', en: 'Plate colour' }, { max: 6, byDefault: 0 }),
        confidence: decimal({ zh: '置信度', en: 'Confidence' }, { min: 0, max: 100, byDefault: 100 }),
        happenedAt,
        longitude: optional(longitude),
        latitude: optional(latitude),
        lotCode: optional(text({ zh: '车场编码', en: 'Code of the lot' }, { max: 32 })),
        spotNumber: optional(text({ zh: '车位号', en: 'Number of the spot' }, { max: 32 })),
        picture: optional(picture),
      },
    ),
    { min: 1, max: MOST_PLATES },
  ),
};

/** The picture of a plate that was reported without one. */
export const pictureFields = { eventId, picture };

/** The signed calls of patrol cars. */
export const patrolCalls: readonly DeviceCall[] = [
  {
    path: `${PATROL_PREFIX}/heartbeat`,
    title: { zh: '巡逻车心跳', en: 'Heartbeat of a patrol car' },
    input: {},
    output: {
      serverTime: instant({ zh: '服务器时间', en: 'Time of the server' }),
      tourId,
      routes: list(
        { zh: '路线', en: 'Routes' },
        group(
          { zh: '路线', en: 'Route' },
          { id: text({ zh: '编号', en: 'Id' }), name: text({ zh: '名称', en: 'Name' }) },
        ),
      ),
    },
  },
  {
    path: `${PATROL_PREFIX}/tour`,
    title: { zh: '巡逻车出车、收车', en: 'A patrol car starts or ends a patrol' },
    input: tourFields,
    output: { tourId },
  },
  {
    path: `${PATROL_PREFIX}/positions`,
    title: { zh: '上报巡逻车位置', en: 'Report positions of a patrol car' },
    input: positionFields,
    output: { takenCount: integer({ zh: '采用', en: 'Taken' }) },
  },
  {
    path: `${PATROL_PREFIX}/sightings`,
    title: { zh: '上报巡逻车识别的车牌', en: 'Report plates a patrol car has read' },
    input: sightingFields,
    output: {
      results: list(
        { zh: '结果', en: 'Results' },
        group(
          { zh: '结果', en: 'Result' },
          {
            eventId,
            outcome: choice(
              { zh: '结果', en: 'Outcome' },
              { ...SightingOutcome, 'too-old': { zh: '时间过早，未采用', en: 'Too old, not taken' } },
            ),
            kinds: list({ zh: '问题', en: 'Findings' }, choice({ zh: '问题', en: 'Finding' }, FindingKind)),
            isRepeated: flag({ zh: '重复上报', en: 'Reported before' }),
          },
        ),
      ),
    },
  },
  {
    path: `${PATROL_PREFIX}/picture`,
    title: { zh: '补传巡逻车图片', en: 'Send the picture of a plate later' },
    input: pictureFields,
    output: {},
  },
];
