import { AlarmDevice } from '@boyun/alarms/contract';
import {
  choice,
  file,
  flag,
  group,
  instant,
  integer,
  list,
  money,
  operation,
  optional,
  permission,
  reference,
  refusals,
  report,
  type Transitions,
  text,
} from '@boyun/kernel/contract';

/** What can be repaired. */
export const RepairDevice = {
  ...AlarmDevice,
  network: { zh: '网络与供电', en: 'Network and power' },
  other: { zh: '其他设施', en: 'Other' },
} as const;
export type RepairDevice = keyof typeof RepairDevice;

/** How soon it must work again, in hours from the report. */
export const RepairUrgency = {
  high: { zh: '紧急（4小时）', en: 'Urgent (4 h)', tone: 'bad' },
  medium: { zh: '一般（24小时）', en: 'Normal (24 h)', tone: 'warn' },
  low: { zh: '不急（72小时）', en: 'Low (72 h)', tone: 'info' },
} as const;
export type RepairUrgency = keyof typeof RepairUrgency;

/** How far a repair has come. */
export const RepairState = {
  reported: { zh: '待派单', en: 'Reported', tone: 'bad' },
  dispatched: { zh: '已派单', en: 'Dispatched', tone: 'warn' },
  repairing: { zh: '维修中', en: 'Repairing', tone: 'info' },
  done: { zh: '待验收', en: 'To verify', tone: 'warn' },
  verified: { zh: '已验收', en: 'Verified', tone: 'good' },
  cancelled: { zh: '已取消', en: 'Cancelled', tone: 'neutral' },
} as const;
export type RepairState = keyof typeof RepairState;

/** Steps of a repair. */
export const RepairAct = {
  reported: { zh: '报修', en: 'Reported' },
  dispatched: { zh: '派单', en: 'Dispatched' },
  started: { zh: '开始维修', en: 'Begun' },
  done: { zh: '维修完成', en: 'Done' },
  returned: { zh: '验收退回', en: 'Returned' },
  verified: { zh: '验收通过', en: 'Verified' },
  cancelled: { zh: '取消', en: 'Cancelled' },
} as const;
export type RepairAct = keyof typeof RepairAct;

/** The acts allowed in each state. */
export const repairTransitions = {
  dispatch: {
    from: ['reported', 'dispatched', 'repairing'],
    to: 'dispatched',
    otherwise: { zh: '已完成或已取消的工单不能派单', en: 'It is done or cancelled' },
  },
  start: { from: ['dispatched'], to: 'repairing', otherwise: { zh: '请先派单', en: 'Dispatch it first' } },
  finish: {
    from: ['dispatched', 'repairing'],
    to: 'done',
    otherwise: { zh: '请先派单', en: 'Dispatch it first' },
  },
  verify: { from: ['done'], to: 'verified', otherwise: { zh: '维修还没有完成', en: 'The repair is not done yet' } },
  return: { from: ['done'], to: 'repairing', otherwise: { zh: '维修还没有完成', en: 'The repair is not done yet' } },
  cancel: {
    from: ['reported', 'dispatched', 'repairing'],
    to: 'cancelled',
    otherwise: { zh: '已完成或已取消的工单不能取消', en: 'It is done or cancelled' },
  },
} as const satisfies Transitions<RepairState, 'dispatch' | 'start' | 'finish' | 'verify' | 'return' | 'cancel'>;

const lotId = reference({ zh: '车场', en: 'Parking lot' }, 'lot');
const laneId = optional(reference({ zh: '车道', en: 'Lane' }, 'lane'));
const deviceKind = choice({ zh: '设备类型', en: 'Device' }, RepairDevice);
const urgency = choice({ zh: '紧急程度', en: 'Urgency' }, RepairUrgency, { byDefault: 'medium' });
const state = choice({ zh: '状态', en: 'State' }, RepairState);
const assigneeName = text({ zh: '维修人', en: 'Repaired by' }, { max: 64 });
const costFen = money({ zh: '费用', en: 'Cost' }, { max: 100_000_00, byDefault: 0 });

/** Repair orders, the newest first. */
export const repairList = report('repair-order', {
  title: { zh: '维修工单', en: 'Repair orders' },
  path: '/api/repair/list',
  access: permission('repair-order.list', { zh: '查看维修工单', en: 'View: Repair orders' }),
  filters: {
    lotId: optional(lotId),
    state: optional(state),
    deviceKind: optional(deviceKind),
    urgency: optional(choice(urgency.label, RepairUrgency)),
    word: optional(text({ zh: '设备或故障', en: 'Device or fault' }, { max: 64 })),
    isMine: optional(flag({ zh: '派给我的', en: 'Mine' })),
    isOverdue: optional(flag({ zh: '已超时', en: 'Overdue' })),
    from: optional(instant({ zh: '报修时间起', en: 'Reported from' })),
    to: optional(instant({ zh: '报修时间止', en: 'Reported until' })),
  },
  columns: {
    id: text({ zh: '编号', en: 'Id' }),
    repairNo: text({ zh: '工单号', en: 'Number' }),
    createdAt: instant({ zh: '报修时间', en: 'Reported' }),
    state,
    urgency,
    deviceKind,
    deviceName: text({ zh: '设备', en: 'Device name' }, { max: 64 }),
    fault: text({ zh: '故障', en: 'Fault' }, { max: 500, isLong: true }),
    lotId,
    laneId,
    reporterName: text({ zh: '报修人', en: 'Reported by' }, { max: 64 }),
    assigneeId: optional(text({ zh: '维修人编号', en: 'Repaired by (id)' })),
    assigneeName: optional(assigneeName),
    dueAt: instant({ zh: '完成时限', en: 'Due' }),
    isOverdue: flag({ zh: '已超时', en: 'Overdue' }),
    dispatchedAt: optional(instant({ zh: '派单时间', en: 'Dispatched' })),
    startedAt: optional(instant({ zh: '开始时间', en: 'Begun' })),
    doneAt: optional(instant({ zh: '完成时间', en: 'Done' })),
    repairMinutes: optional(integer({ zh: '维修用时（分）', en: 'Repaired in (min)' })),
    result: optional(text({ zh: '处理结果', en: 'Result' }, { max: 500, isLong: true })),
    parts: optional(text({ zh: '更换配件', en: 'Parts' }, { max: 500 })),
    costFen,
    closedAt: optional(instant({ zh: '关闭时间', en: 'Closed' })),
    closedByName: optional(text({ zh: '验收人', en: 'Verified by' }, { max: 64 })),
  },
  alwaysSortable: ['createdAt', 'dueAt'],
  totals: {
    reportedCount: integer({ zh: '待派单', en: 'Reported' }),
    openCount: integer({ zh: '处理中', en: 'In hand' }),
    doneCount: integer({ zh: '待验收', en: 'To verify' }),
    overdueCount: integer({ zh: '已超时', en: 'Overdue' }),
    meanMinutes: optional(integer({ zh: '平均维修（分）', en: 'Mean repair (min)' })),
    costFen,
  },
});

const by = permission('repair-order.repair', { zh: '维修设备', en: 'Repair devices' });
const dispatchAccess = permission('repair-order.dispatch', { zh: '派单与验收', en: 'Dispatch and verify repairs' });
const repairId = reference({ zh: '维修工单', en: 'Repair order' }, 'repair-order');
/** The most pictures of a step. */
const MOST_PICTURES = 6;
const pictures = list({ zh: '图片', en: 'Pictures' }, file({ zh: '图片', en: 'Picture' }), { max: MOST_PICTURES });
const note = optional(text({ zh: '说明', en: 'Note' }, { max: 255, isLong: true }));
const reason = text({ zh: '说明', en: 'Note' }, { min: 2, max: 255, isLong: true });

/** Reports a device that does not work; from an alarm once, which is then handled. */
export const reportRepair = operation('report-repair', {
  title: { zh: '报修', en: 'Report a fault' },
  path: '/api/repair/report',
  access: permission('repair-order.report', { zh: '报修', en: 'Report faults' }),
  input: {
    lotId,
    laneId,
    deviceKind,
    deviceName: text({ zh: '设备', en: 'Device name' }, { min: 1, max: 64 }),
    fault: text({ zh: '故障', en: 'Fault' }, { min: 2, max: 500, isLong: true }),
    urgency,
    pictures,
    alarmId: optional(reference({ zh: '报警', en: 'Alarm' }, 'alarm')),
  },
  output: { repairId: text({ zh: '编号', en: 'Id' }), repairNo: text({ zh: '工单号', en: 'Number' }) },
  audit: 'repair.reported',
});

/** Sends somebody to repair it, or somebody else. */
export const dispatchRepair = operation('dispatch-repair', {
  title: { zh: '派单', en: 'Dispatch' },
  path: '/api/repair/dispatch',
  access: dispatchAccess,
  input: { repairId, assigneeId: reference({ zh: '维修人', en: 'Repaired by' }, 'employee'), urgency, note },
  output: {},
  audit: 'repair.dispatched',
});

/** Begins the repair; for the person it was given to. */
export const startRepair = operation('start-repair', {
  title: { zh: '开始维修', en: 'Begin' },
  path: '/api/repair/start',
  access: by,
  input: { repairId },
  output: {},
  audit: 'repair.started',
});

/** Says that it works again; for the person it was given to. */
export const finishRepair = operation('finish-repair', {
  title: { zh: '维修完成', en: 'Done' },
  path: '/api/repair/finish',
  access: by,
  input: {
    repairId,
    result: text({ zh: '处理结果', en: 'Result' }, { min: 2, max: 500, isLong: true }),
    parts: optional(text({ zh: '更换配件', en: 'Parts' }, { max: 500 })),
    costFen,
    pictures,
  },
  output: {},
  audit: 'repair.finished',
});

/** Verifies that it works, or returns it; not by the person who repaired it. */
export const verifyRepair = operation('verify-repair', {
  title: { zh: '验收', en: 'Verify' },
  path: '/api/repair/verify',
  access: dispatchAccess,
  input: {
    repairId,
    outcome: choice(
      { zh: '结果', en: 'Outcome' },
      { verified: RepairAct.verified, returned: RepairAct.returned },
      { byDefault: 'verified' },
    ),
    note,
  },
  output: {},
  audit: 'repair.verified',
});

/** Ends an order without a repair. */
export const cancelRepair = operation('cancel-repair', {
  title: { zh: '取消工单', en: 'Cancel' },
  path: '/api/repair/cancel',
  access: dispatchAccess,
  input: { repairId, note: reason },
  output: {},
  audit: 'repair.cancelled',
});

/** The steps of an order, with their pictures. */
export const getRepair = operation('get-repair', {
  title: { zh: '工单详情', en: 'One repair order' },
  path: '/api/repair/get',
  access: repairList.access,
  input: { repairId },
  output: {
    steps: list(
      { zh: '过程', en: 'Steps' },
      group(
        { zh: '步骤', en: 'Step' },
        {
          at: instant({ zh: '时间', en: 'Time' }),
          act: choice({ zh: '步骤', en: 'Step' }, RepairAct),
          note: optional(text({ zh: '说明', en: 'Note' })),
          actorName: text({ zh: '操作人', en: 'By' }),
          pictures: list({ zh: '图片', en: 'Pictures' }, file({ zh: '图片', en: 'Picture' })),
        },
      ),
    ),
  },
  isRead: true,
});

/** How fast persons repair. */
export const repairTimes = report('repair-times', {
  title: { zh: '维修时效', en: 'Times of repairs' },
  path: '/api/repair/getTimes',
  access: repairList.access,
  filters: {
    lotId: repairList.filters.lotId,
    deviceKind: repairList.filters.deviceKind,
    from: repairList.filters.from,
    to: repairList.filters.to,
  },
  columns: {
    id: text({ zh: '编号', en: 'Id' }),
    name: optional(assigneeName),
    givenCount: integer({ zh: '派单数', en: 'Given' }),
    openCount: integer({ zh: '未完成', en: 'Open' }),
    doneCount: integer({ zh: '已完成', en: 'Done' }),
    overdueCount: integer({ zh: '超时', en: 'Overdue' }),
    startMinutes: optional(integer({ zh: '平均到场（分）', en: 'Mean to begin (min)' })),
    repairMinutes: optional(integer({ zh: '平均维修（分）', en: 'Mean repair (min)' })),
    costFen,
  },
});

export const repairRefusal = refusals('repair', {
  'not-possible': { status: 409, zh: '{reason}', en: '{reason}' },
  'not-yours': { status: 409, zh: '工单派给了{name}', en: 'It was given to {name}' },
  'own-work': { status: 409, zh: '不能验收自己的维修', en: 'You cannot verify your own repair' },
  'has-order': { status: 409, zh: '该报警已转工单{number}', en: 'This alarm has the repair order {number}' },
  'lane-elsewhere': { status: 422, zh: '该车道不在所选车场', en: 'This lane is not in this lot' },
});
