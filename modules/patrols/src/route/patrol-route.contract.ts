import {
  choice,
  clock,
  group,
  instant,
  integer,
  inUse,
  list,
  optional,
  readOnly,
  reference,
  refusals,
  resource,
  text,
  WeekDay,
} from '@boyun/kernel/contract';

/** The most lots and streets of a route. */
export const MOST_STOPS = 60;

const lotId = reference({ zh: '车场', en: 'Parking lot' }, 'lot');

/** Lots and streets that a car patrols in order, by plan on days of the week or when somebody starts. `lotIds` are those of its stops. */
export const patrolRoute = resource('patrol-route', {
  title: { zh: '巡逻路线', en: 'Patrol routes' },
  path: '/api/patrolCar/route',
  fields: {
    name: text({ zh: '路线名称', en: 'Route' }, { max: 64 }),
    carId: reference({ zh: '巡逻车', en: 'Patrol car' }, 'patrol-car'),
    lotIds: readOnly(list({ zh: '车场', en: 'Parking lots' }, lotId, { min: 1 })),
    days: {
      ...list({ zh: '星期', en: 'Days' }, choice({ zh: '星期', en: 'Day' }, WeekDay), { max: 7 }),
      hint: { zh: '不选则每天', en: 'If empty, every day' },
      whenEmpty: { zh: '每天', en: 'Every day' },
    },
    startsAt: optional(
      clock(
        { zh: '出车时间', en: 'Starts at' },
        {
          hint: {
            zh: '如 08:30；不填则不按计划，需要时出车',
            en: 'Example: 08:30; if empty, it is driven when needed',
          },
        },
      ),
      { zh: '需要时', en: 'When needed' },
    ),
    expectedMinutes: integer({ zh: '预计用时（分钟）', en: 'Expected (min)' }, { min: 1, max: 1440, byDefault: 60 }),
    graceMinutes: integer(
      { zh: '最晚推迟（分钟）', en: 'May begin late by (min)' },
      { min: 1, max: 1440, byDefault: 60, hint: { zh: '超过仍未出车记为漏巡', en: 'Later it counts as missed' } },
    ),
    isEnabled: inUse,
    nextAt: readOnly(optional(instant({ zh: '下次出车', en: 'Next tour' }))),
    stops: {
      ...list(
        { zh: '途经车场（按顺序）', en: 'Lots and streets in order' },
        group({ zh: '车场', en: 'Stop' }, { lotId }),
        {
          min: 1,
          max: MOST_STOPS,
        },
      ),
      isLong: true,
    },
  },
  columns: ['name', 'carId', 'lotIds', 'days', 'startsAt', 'expectedMinutes', 'graceMinutes', 'nextAt', 'isEnabled'],
  computed: ['stops'],
  search: { name: 'contains', carId: 'equals', lotIds: 'has', isEnabled: 'equals' },
  isSeenWhole: true,
  lotField: 'lotIds',
  verbs: ['list', 'get', 'create', 'update', 'delete', 'export'],
  subject: (row) => row.name,
});

export const patrolRouteRefusal = refusals('patrol-route', {
  twice: { status: 422, zh: '同一车场在路线中只能出现一次', en: 'A lot can be on a route only once' },
  'not-of-car': {
    status: 422,
    zh: '“{lot}”不在该车的巡逻车场内',
    en: '"{lot}" is not among the lots of this car',
  },
});
