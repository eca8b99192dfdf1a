import {
  choice,
  flag,
  group,
  instant,
  integer,
  list,
  operation,
  optional,
  reference,
  refusals,
  report,
  text,
} from '@boyun/kernel/contract';
import {
  assignAccess,
  doAccess,
  finding,
  findings,
  Rating,
  seeAccess,
  submitInspection,
} from './inspection.contract.ts';

/** Progress of a round; one that is overdue can still be walked to its end. */
export const RoundState = {
  waiting: { zh: '待巡检', en: 'To do', tone: 'warn' },
  walking: { zh: '巡检中', en: 'Under way', tone: 'info' },
  overdue: { zh: '已逾期', en: 'Overdue', tone: 'bad' },
  done: { zh: '已完成', en: 'Done', tone: 'good' },
} as const;
export type RoundState = keyof typeof RoundState;

/** Progress of a stop. */
export const StopState = {
  open: { zh: '待巡检', en: 'To do', tone: 'neutral' },
  done: { zh: '已巡检', en: 'Inspected', tone: 'good' },
  skipped: { zh: '已跳过', en: 'Skipped', tone: 'warn' },
} as const;
export type StopState = keyof typeof StopState;

const roundId = reference({ zh: '轮次', en: 'Round' }, 'inspection-round');
const routeId = reference({ zh: '巡检路线', en: 'Route' }, 'inspection-route');
const lotId = reference({ zh: '车场', en: 'Parking lot' }, 'lot');
const place = integer({ zh: '点位序号', en: 'Stop' }, { min: 1, max: 1000 });
const dueAt = instant({ zh: '截止时间', en: 'Due' });
const inspectorId = optional(
  reference({ zh: '巡检员', en: 'Inspector' }, 'employee', {
    hint: { zh: '不填则由路线的巡检人员领取', en: 'If empty, one of the inspectors of the route takes it' },
  }),
  { zh: '任一巡检员', en: 'Any inspector' },
);

/** Rounds: walks of a route, with how far each has come. */
export const roundList = report('inspection-round', {
  title: { zh: '路线巡检', en: 'Rounds' },
  path: '/api/parkLotInspect/round/list',
  access: seeAccess,
  filters: {
    routeId: optional(routeId),
    lotId: optional(lotId),
    state: optional(choice({ zh: '状态', en: 'State' }, RoundState)),
    isMine: optional(flag({ zh: '我的轮次', en: 'Mine' })),
    isLate: optional(flag({ zh: '逾期', en: 'Late' })),
    from: optional(instant({ zh: '开始时间', en: 'From' })),
    to: optional(instant({ zh: '结束时间', en: 'To' })),
  },
  columns: {
    id: text({ zh: '编号', en: 'Id' }),
    name: text({ zh: '路线', en: 'Route' }),
    lotIds: list({ zh: '车场', en: 'Parking lots' }, lotId),
    state: choice({ zh: '状态', en: 'State' }, RoundState),
    isLate: flag({ zh: '曾逾期', en: 'Was overdue' }),
    inspectorId: optional(text({ zh: '巡检员编号', en: 'Inspector id' })),
    inspectorName: optional(text({ zh: '巡检员', en: 'Inspector' })),
    stopCount: integer({ zh: '点位', en: 'Stops' }),
    doneCount: integer({ zh: '已巡检', en: 'Inspected' }),
    skippedCount: integer({ zh: '跳过', en: 'Skipped' }),
    problemCount: integer({ zh: '问题', en: 'Problems' }),
    createdAt: instant({ zh: '生成时间', en: 'Created' }),
    dueAt,
    startedAt: optional(instant({ zh: '开始时间', en: 'Began' })),
    endedAt: optional(instant({ zh: '完成时间', en: 'Ended' })),
    /** From its beginning to its end; null while it is not done. */
    minutes: optional(integer({ zh: '用时（分钟）', en: 'Took (min)' })),
    expectedMinutes: integer({ zh: '预计用时（分钟）', en: 'Expected (min)' }),
  },
  totals: {
    openCount: integer({ zh: '进行中', en: 'Open' }),
    overdueCount: integer({ zh: '已逾期', en: 'Overdue' }),
  },
});

/** A round with its stops in order; `nextPlace` is the stop to be inspected now, null where none is left. */
export const getRound = operation('get-inspection-round', {
  title: { zh: '轮次详情', en: 'One round' },
  path: '/api/parkLotInspect/round/get',
  access: seeAccess,
  input: { roundId },
  output: {
    state: roundList.columns.state,
    /** Whether the caller may start it. */
    isOffered: flag({ zh: '可由我开始', en: 'Can be started by the caller' }),
    /** Whether the caller walks it. */
    isOwn: flag({ zh: '由我巡检', en: 'Walked by the caller' }),
    nextPlace: optional(place),
    stops: list(
      { zh: '点位', en: 'Stops' },
      group(
        { zh: '点位', en: 'Stop' },
        {
          place,
          lotName: text({ zh: '车场', en: 'Parking lot' }),
          placeName: optional(text({ zh: '位置', en: 'Place' })),
          state: choice({ zh: '状态', en: 'State' }, StopState),
          items: list({ zh: '检查项', en: 'Items' }, finding.item, { max: 60 }),
          inspectionId: optional(text({ zh: '巡检', en: 'Inspection' })),
          rating: optional(choice({ zh: '评分', en: 'Rating' }, Rating)),
          note: optional(text({ zh: '说明', en: 'Note' }, { max: 512 })),
          findings,
          reason: optional(text({ zh: '跳过原因', en: 'Why skipped' })),
          endedAt: optional(instant({ zh: '时间', en: 'Time' })),
        },
      ),
    ),
  },
  isRead: true,
});

/** Has a route walked outside the plans. */
export const createRound = operation('create-inspection-round', {
  title: { zh: '安排路线巡检', en: 'Have a route walked' },
  path: '/api/parkLotInspect/round/create',
  access: assignAccess,
  input: { routeId, inspectorId, dueAt },
  output: { roundId: text({ zh: '轮次', en: 'Round' }) },
  audit: 'inspection-round.created',
});

/** Gives an open round to another inspector, or to any of the route, and sets when it is due. */
export const assignRound = operation('assign-inspection-round', {
  title: { zh: '改派或延期', en: 'Reassign or extend' },
  path: '/api/parkLotInspect/round/assign',
  access: assignAccess,
  input: { roundId, inspectorId, dueAt },
  output: {},
  audit: 'inspection-round.assigned',
});

/** Starts a round; one without an inspector becomes the caller's. */
export const startRound = operation('start-inspection-round', {
  title: { zh: '开始巡检', en: 'Start' },
  path: '/api/parkLotInspect/round/start',
  access: doAccess,
  input: { roundId },
  output: {},
  audit: 'inspection-round.started',
});

const { rating, note } = submitInspection.input;

/** Hands in the next stop of a round, which becomes an inspection of its lot. */
export const submitStop = operation('submit-inspection-stop', {
  title: { zh: '提交点位', en: 'Hand in the stop' },
  path: '/api/parkLotInspect/round/submitStop',
  access: doAccess,
  input: { roundId, place, rating, note, findings },
  output: {
    inspectionId: text({ zh: '巡检', en: 'Inspection' }),
    problemCount: integer({ zh: '问题', en: 'Problems' }),
    isDone: flag({ zh: '本轮已完成', en: 'The round is done' }),
  },
  audit: 'inspection-round.stop-done',
});

/** Skips the next stop of a round. */
export const skipStop = operation('skip-inspection-stop', {
  title: { zh: '跳过点位', en: 'Skip the stop' },
  path: '/api/parkLotInspect/round/skipStop',
  access: doAccess,
  input: { roundId, place, reason: text({ zh: '跳过原因', en: 'Reason' }, { min: 2, max: 255, isLong: true }) },
  output: { isDone: flag({ zh: '本轮已完成', en: 'The round is done' }) },
  audit: 'inspection-round.stop-skipped',
});

export const roundRefusal = refusals('inspection-round', {
  taken: { status: 409, zh: '该轮巡检由{name}负责', en: 'This round is assigned to {name}' },
  'not-walker': { status: 409, zh: '您不在该路线的巡检人员中', en: 'You are not among the inspectors of this route' },
  started: { status: 409, zh: '该轮巡检已开始', en: 'This round has begun already' },
  'not-started': { status: 409, zh: '请先开始该轮巡检', en: 'Start this round first' },
  done: { status: 409, zh: '该轮巡检已完成', en: 'This round is done' },
  'not-next': {
    status: 409,
    zh: '请按顺序巡检，下一个点位是第{place}个',
    en: 'Keep to the order; the next stop is {place}',
  },
  'route-off': { status: 409, zh: '该路线已停用', en: 'This route is not in use' },
});
