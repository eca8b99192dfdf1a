import { usualVehicleKinds } from '@boyun/domain/vehicle-kind';
import { choice, day, instant, integer, optional, permission, reference, report, text } from '@boyun/kernel/contract';
import { orderList } from '@boyun/orders/contract';

/** The dimensions by which entries and exits are counted. */
export const FlowGroup = {
  lot: { zh: '按车场', en: 'By lot' },
  gate: { zh: '按出入口', en: 'By gate' },
  lane: { zh: '按车道', en: 'By lane' },
  day: { zh: '按日', en: 'By day' },
  hour: { zh: '按时段', en: 'By hour' },
  kind: { zh: '按车型', en: 'By vehicle kind' },
} as const;
export type FlowGroup = keyof typeof FlowGroup;

const lotId = reference({ zh: '车场', en: 'Parking lot' }, 'lot');
const laneId = reference({ zh: '车道', en: 'Lane' }, 'lane');
const figures = {
  entries: integer({ zh: '入场', en: 'Entries' }),
  exits: integer({ zh: '出场', en: 'Exits' }),
};

/** The stays that began or ended: those of a gate or of an hour of several days are listed by no filter. */
const STAYS = { list: orderList, page: '/_cloud_operation/order' };
const ENTERED = { ...STAYS, figures: { entries: null }, period: ['from', 'to'] } as const;
const LEFT = {
  ...STAYS,
  figures: { exits: null },
  fixed: { parkingState: 'left' },
  period: ['leftFrom', 'leftTo'],
} as const;
const GROUPED = [
  { when: { by: 'lot' }, same: ['lotId'], filters: ['vehicleKind'] },
  { when: { by: 'day' }, same: [], filters: ['lotId', 'vehicleKind'] },
  { when: { by: 'kind' }, same: ['vehicleKind'], filters: ['lotId'] },
];

const LANE = { when: { by: 'lane' }, same: ['lotId'], filters: ['vehicleKind'] };

/**
 * Entries and exits by lot, gate, lane, day, hour of the day or kind of vehicle; the same passages the console
 * counts, in whole quarters of an hour. Passages without a lane (roadside, manual entry) have rows without one.
 */
export const carFlow = report('car-flow', {
  title: { zh: '车辆统计', en: 'Vehicle statistics' },
  path: '/api/statement/carFlow/list',
  access: permission('car-flow.list', { zh: '查看车辆统计', en: 'View: Vehicle statistics' }),
  filters: {
    by: optional(choice({ zh: '统计方式', en: 'By' }, FlowGroup)),
    lotId: optional(lotId),
    laneId: optional(laneId),
    vehicleKind: optional(choice({ zh: '车型', en: 'Vehicle kind' }, usualVehicleKinds)),
    from: optional(instant({ zh: '开始时间', en: 'From' })),
    to: optional(instant({ zh: '结束时间', en: 'To' })),
  },
  columns: {
    id: text({ zh: '编号', en: 'Id' }),
    lotId: optional(lotId),
    gateId: optional(reference({ zh: '出入口', en: 'Gate' }, 'gate')),
    laneId: optional(laneId),
    day: optional(day({ zh: '日期', en: 'Day' })),
    hour: optional(text({ zh: '时段', en: 'Hour' })),
    /** Null where neither the camera nor the plate tells it. */
    vehicleKind: optional(text({ zh: '车型', en: 'Vehicle kind' }, { max: 40, labels: usualVehicleKinds })),
    ...figures,
  },
  totals: figures,
  corrected: {
    ...STAYS,
    same: [],
    filters: ['lotId', 'vehicleKind'],
    fixed: { isCorrected: true },
    period: ['leftFrom', 'leftTo'],
  },
  compared: { by: ['lotId', 'gateId', 'laneId', 'day', 'hour', 'vehicleKind'] },
  rowsAt: [
    ...GROUPED.flatMap((one) => [
      { ...ENTERED, ...one },
      { ...LEFT, ...one },
    ]),
    { ...ENTERED, ...LANE, as: { laneId: 'entryLaneId' } },
    { ...LEFT, ...LANE, as: { laneId: 'exitLaneId' } },
  ],
  maxDays: 366,
});
