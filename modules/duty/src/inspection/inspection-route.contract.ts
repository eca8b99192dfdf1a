import {
  group,
  integer,
  inUse,
  list,
  optional,
  readOnly,
  reference,
  refusals,
  resource,
  text,
} from '@boyun/kernel/contract';

/** The most stops of a route. */
export const MOST_STOPS = 60;

const lotId = reference({ zh: '车场', en: 'Parking lot' }, 'lot');

/** One stop of a route: a lot as a whole, or a garage, a gate, a lane or the spots of a zone in it. */
const routeStop = {
  lotId,
  garageId: optional(reference({ zh: '车库', en: 'Garage' }, 'garage')),
  gateId: optional(reference({ zh: '出入口', en: 'Gate' }, 'gate')),
  laneId: optional(reference({ zh: '车道', en: 'Lane' }, 'lane')),
  zoneName: optional(text({ zh: '区位', en: 'Zone' }, { max: 32 })),
  items: optional(text({ zh: '检查项', en: 'Check items' }, { min: 2, max: 1000, isLong: true })),
};

/** A way over several lots and their places that inspectors walk in order. `lotIds` are the lots of its stops. */
export const inspectionRoute = resource('inspection-route', {
  title: { zh: '巡检路线', en: 'Inspection routes' },
  path: '/api/parkLotInspect/route',
  fields: {
    name: text({ zh: '路线名称', en: 'Route' }, { max: 64 }),
    lotIds: readOnly(list({ zh: '车场', en: 'Parking lots' }, lotId, { min: 1 })),
    stopCount: readOnly(integer({ zh: '点位', en: 'Stops' })),
    expectedMinutes: integer(
      { zh: '预计用时（分钟）', en: 'Expected time (min)' },
      { min: 1, max: 1440, byDefault: 60 },
    ),
    inspectorIds: {
      ...list({ zh: '巡检人员', en: 'Inspectors' }, reference({ zh: '巡检员', en: 'Inspector' }, 'employee'), {
        max: 50,
      }),
      hint: { zh: '不选则任一巡检员可领取', en: 'If empty, any inspector can walk it' },
      whenEmpty: { zh: '任一巡检员', en: 'Any inspector' },
    },
    isEnabled: inUse,
    items: text(
      { zh: '检查项', en: 'Check items' },
      {
        min: 2,
        max: 1000,
        isLong: true,
        hint: { zh: '每行一项，用于未单独设置的点位', en: 'One per line, for stops without items of their own' },
      },
    ),
    stops: {
      ...list({ zh: '点位顺序', en: 'Stops in order' }, group({ zh: '点位', en: 'Stop' }, routeStop), {
        min: 1,
        max: MOST_STOPS,
      }),
      isLong: true,
    },
  },
  columns: ['name', 'lotIds', 'stopCount', 'expectedMinutes', 'inspectorIds', 'isEnabled', 'items'],
  computed: ['stops', 'stopCount'],
  search: { name: 'contains', lotIds: 'has', inspectorIds: 'has', isEnabled: 'equals' },
  isSeenWhole: true,
  lotField: 'lotIds',
  verbs: ['list', 'get', 'create', 'update', 'delete', 'export'],
  subject: (row) => row.name,
});

export const routeRefusal = refusals('inspection-route', {
  'two-places': { status: 422, zh: '第{stop}个点位只能选择一个位置', en: 'Stop {stop} can have only one place' },
  elsewhere: { status: 422, zh: '第{stop}个点位不在所选车场', en: 'The place of stop {stop} is not in its lot' },
  'in-plan': {
    status: 409,
    zh: '巡检计划“{plan}”正在使用该路线',
    en: 'The plan "{plan}" uses this route',
  },
});
