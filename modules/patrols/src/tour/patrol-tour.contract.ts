import {
  choice,
  instant,
  integer,
  list,
  operation,
  optional,
  permission,
  reference,
  refusals,
  report,
  text,
} from '@boyun/kernel/contract';

/** Progress of a tour. */
export const TourState = {
  planned: { zh: '待出车', en: 'To start', tone: 'warn' },
  driving: { zh: '巡逻中', en: 'Under way', tone: 'info' },
  done: { zh: '已完成', en: 'Done', tone: 'good' },
  missed: { zh: '漏巡', en: 'Missed', tone: 'bad' },
} as const;
export type TourState = keyof typeof TourState;

/** Who started a tour. */
export const TourStarter = { car: { zh: '车载终端', en: 'The car' }, person: { zh: '人员', en: 'A person' } } as const;

/** Who ended a tour. */
export const TourEnder = {
  ...TourStarter,
  silence: { zh: '长时间无上报，自动结束', en: 'Nothing was heard any longer' },
} as const;

/** May see tours, their tracks, and where the cars are now. */
export const seeTours = permission('patrol-tour.list', { zh: '查看巡逻', en: 'View: Patrols' });
const driveAccess = permission('patrol-tour.drive', { zh: '出车与收车', en: 'Start and end patrols' });

const lotId = reference({ zh: '车场', en: 'Parking lot' }, 'lot');
const carId = reference({ zh: '巡逻车', en: 'Patrol car' }, 'patrol-car');
const routeId = reference({ zh: '巡逻路线', en: 'Route' }, 'patrol-route');
const tourId = reference({ zh: '巡逻', en: 'Patrol' }, 'patrol-tour');
const startedAt = optional(instant({ zh: '出车时间', en: 'Started' }));
const endedAt = optional(instant({ zh: '收车时间', en: 'Ended' }));
const count = (zh: string, en: string) => integer({ zh, en });

/** Tours, those under way first, then the newest. */
export const tourList = report('patrol-tour', {
  title: { zh: '巡逻记录', en: 'Patrols' },
  path: '/api/patrolCar/tour/list',
  access: seeTours,
  filters: {
    carId: optional(carId),
    routeId: optional(routeId),
    lotId: optional(lotId),
    state: optional(choice({ zh: '状态', en: 'State' }, TourState)),
    from: optional(instant({ zh: '开始时间', en: 'From' })),
    to: optional(instant({ zh: '结束时间', en: 'To' })),
  },
  columns: {
    id: text({ zh: '编号', en: 'Id' }),
    at: optional(instant({ zh: '时间', en: 'Time' })),
    carId,
    name: optional(text({ zh: '路线', en: 'Route' }), { zh: '自由巡逻', en: 'Free patrol' }),
    state: choice({ zh: '状态', en: 'State' }, TourState),
    driverName: optional(text({ zh: '驾驶员', en: 'Driver' })),
    plannedAt: optional(instant({ zh: '计划时间', en: 'Planned' })),
    startedAt,
    endedAt,
    /** From its start to its end; null before. */
    minutes: optional(count('用时（分钟）', 'Took (min)')),
    metres: count('里程（米）', 'Driven (m)'),
    stopCount: count('途经车场', 'Stops'),
    visitedCount: count('已到', 'Visited'),
    sightingCount: count('识别车牌', 'Plates read'),
    findingCount: count('发现问题', 'With findings'),
    endedBy: optional(choice({ zh: '收车方式', en: 'Ended by' }, TourEnder)),
    lotIds: list({ zh: '车场', en: 'Parking lots' }, lotId),
  },
});

/** Starts a tour of a car: of a route, then the one that is planned now, or freely. */
export const startTour = operation('start-patrol-tour', {
  title: { zh: '出车', en: 'Start a patrol' },
  path: '/api/patrolCar/tour/start',
  access: driveAccess,
  input: {
    carId,
    routeId: optional(routeId, { zh: '自由巡逻', en: 'Free patrol' }),
  },
  output: { tourId: text({ zh: '巡逻编号', en: 'Patrol id' }) },
  audit: 'patrol-tour.started',
});

/** Ends a tour that is under way. */
export const endTour = operation('end-patrol-tour', {
  title: { zh: '收车', en: 'End the patrol' },
  path: '/api/patrolCar/tour/end',
  access: driveAccess,
  input: { tourId },
  output: {},
  audit: 'patrol-tour.ended',
});

export const tourRefusal = refusals('patrol-tour', {
  driving: {
    status: 409,
    zh: '该车正在巡逻，请先收车',
    en: 'The car is on patrol already; end that first',
  },
  'not-driving': { status: 409, zh: '该巡逻没有在进行', en: 'This patrol is not under way' },
  'route-off': { status: 409, zh: '该路线已停用', en: 'This route is out of use' },
  'car-off': { status: 409, zh: '该巡逻车已停用', en: 'This car is out of use' },
  'not-of-car': { status: 422, zh: '该路线属于另一辆巡逻车', en: 'The route belongs to another car' },
});
