import { FindingKind } from '@boyun/domain/patrol';
import { plateColorLabel } from '@boyun/domain/plate';
import {
  choice,
  decimal,
  file,
  instant,
  integer,
  money,
  operation,
  optional,
  permission,
  phone,
  reference,
  refusals,
  report,
  type Transitions,
  text,
} from '@boyun/kernel/contract';

/** State of a finding. */
export const FindingState = {
  open: { zh: '待处理', en: 'Open', tone: 'warn' },
  confirmed: { zh: '已确认', en: 'Confirmed', tone: 'good' },
  dismissed: { zh: '已排除', en: 'Dismissed', tone: 'neutral' },
  resolved: { zh: '自动解决', en: 'Resolved', tone: 'info' },
} as const;
export type FindingState = keyof typeof FindingState;

/** Why a finding is resolved without a person. */
export const RESOLVED_BY = {
  paid: { zh: '欠费已结清', en: 'The debts are settled' },
  gone: { zh: '车辆已离开', en: 'The car has left' },
} as const;

/** The operations allowed in each state of a finding. */
export const findingTransitions = {
  confirm: { from: ['open'], to: 'confirmed', otherwise: { zh: '该问题已处理', en: 'It is handled already' } },
  dismiss: { from: ['open'], to: 'dismissed', otherwise: { zh: '该问题已处理', en: 'It is handled already' } },
} as const satisfies Transitions<FindingState, 'confirm' | 'dismiss'>;

/** What follows from a finding that is confirmed. */
export const FindingAct = {
  note: { zh: '仅记录', en: 'Note only' },
  remind: { zh: '短信催缴', en: 'Remind by SMS' },
  alarm: { zh: '转报警', en: 'Raise an alarm' },
  inspect: { zh: '派巡检', en: 'Have it inspected' },
  'open-order': { zh: '补建订单', en: 'Open an order' },
} as const;
export type FindingAct = keyof typeof FindingAct;

/** What may follow from each kind of finding, the usual one first. */
export const ACTS_OF: Readonly<Record<FindingKind, readonly FindingAct[]>> = {
  arrears: ['remind', 'alarm', 'note'],
  black: ['alarm', 'inspect', 'note'],
  overstay: ['inspect', 'alarm', 'note'],
  'wrong-spot': ['inspect', 'alarm', 'note'],
  'no-order': ['open-order', 'inspect', 'alarm', 'note'],
};

/** May see what patrol cars have read and found. */
export const seeFindings = permission('patrol-finding.list', { zh: '查看巡逻发现', en: 'View: Findings of patrols' });
const handleAccess = permission('patrol-finding.handle', { zh: '处理巡逻发现', en: 'Handle findings of patrols' });

const lotId = reference({ zh: '车场', en: 'Parking lot' }, 'lot');
const carId = reference({ zh: '巡逻车', en: 'Patrol car' }, 'patrol-car');
const kind = choice({ zh: '问题', en: 'Finding' }, FindingKind);
const plate = text({ zh: '车牌', en: 'Plate' }, { max: 16 });
const spotNumber = optional(text({ zh: '车位号', en: 'Spot' }, { max: 32 }));

/** What patrol cars have found, the newest first. */
export const findingList = report('patrol-finding', {
  title: { zh: '巡逻发现', en: 'Findings of patrols' },
  path: '/api/patrolCar/finding/list',
  access: seeFindings,
  alwaysSortable: ['foundAt'],
  filters: {
    plate: optional(plate),
    lotId: optional(lotId),
    kind: optional(kind),
    state: optional(choice({ zh: '状态', en: 'State' }, FindingState)),
    carId: optional(carId),
    tourId: optional(reference({ zh: '巡逻', en: 'Patrol' }, 'patrol-tour')),
    from: optional(instant({ zh: '开始时间', en: 'From' })),
    to: optional(instant({ zh: '结束时间', en: 'To' })),
  },
  columns: {
    id: text({ zh: '编号', en: 'Id' }),
    foundAt: instant({ zh: '发现时间', en: 'Found' }),
    kind,
    state: choice({ zh: '状态', en: 'State' }, FindingState),
    plate,
    plateColor: choice({ zh: '车牌颜色', en: 'Plate colour' }, plateColorLabel),
    picture: optional(file({ zh: '图片', en: 'Picture' })),
    lotId: optional(lotId),
    spotNumber,
    detail: text({ zh: '说明', en: 'What is wrong' }, { max: 255 }),
    owedFen: money({ zh: '欠费', en: 'Owed' }),
    seenCount: integer({ zh: '看到次数', en: 'Times seen' }),
    lastSeenAt: instant({ zh: '最近看到', en: 'Last seen' }),
    carId,
    orderId: optional(text({ zh: '订单', en: 'Order' })),
    tourId: optional(text({ zh: '巡逻', en: 'Patrol' })),
    longitude: optional(decimal({ zh: '经度', en: 'Longitude' }, { min: -180, max: 180 })),
    latitude: optional(decimal({ zh: '纬度', en: 'Latitude' }, { min: -90, max: 90 })),
    act: optional(choice({ zh: '处理方式', en: 'What followed' }, FindingAct)),
    handledByName: optional(text({ zh: '处理人', en: 'Handled by' })),
    handledAt: optional(instant({ zh: '处理时间', en: 'Handled' })),
    note: optional(text({ zh: '处理说明', en: 'Note' }, { max: 255 })),
  },
  totals: { openCount: integer({ zh: '待处理', en: 'Open' }) },
});

/** What became of a plate that was read. */
export const SightingOutcome = {
  fine: { zh: '正常', en: 'Fine', tone: 'good' },
  found: { zh: '有问题', en: 'With findings', tone: 'warn' },
  opened: { zh: '已建单', en: 'Order opened', tone: 'info' },
  unclear: { zh: '识别不清', en: 'Not clear', tone: 'neutral' },
} as const;
export type SightingOutcome = keyof typeof SightingOutcome;

const findingId = reference({ zh: '巡逻发现', en: 'Finding' }, 'patrol-finding');

/** Confirms a finding and carries out what follows from it. */
export const confirmFinding = operation('confirm-patrol-finding', {
  title: { zh: '确认问题', en: 'Confirm' },
  path: '/api/patrolCar/finding/confirm',
  access: handleAccess,
  input: {
    findingId,
    act: choice({ zh: '处理方式', en: 'What follows' }, FindingAct),
    spotId: optional(
      reference({ zh: '车位', en: 'Spot' }, 'spot', {
        hint: { zh: '为路侧车位上的车辆建单', en: 'The roadside spot its order is opened on' },
      }),
    ),
    mobile: optional(
      phone(
        { zh: '手机号', en: 'Mobile' },
        { max: 20, hint: { zh: '不填用名单中留存的手机号', en: 'If empty, the mobile known of the car' } },
      ),
    ),
    note: optional(text({ zh: '处理说明', en: 'Note' }, { max: 255, isLong: true })),
  },
  output: {},
  audit: 'patrol-finding.confirmed',
});

/** Dismisses a finding that is none. */
export const dismissFinding = operation('dismiss-patrol-finding', {
  title: { zh: '排除', en: 'Dismiss' },
  path: '/api/patrolCar/finding/dismiss',
  access: handleAccess,
  input: { findingId, reason: text({ zh: '原因', en: 'Reason' }, { min: 2, max: 255, isLong: true }) },
  output: {},
  audit: 'patrol-finding.dismissed',
});

export const findingRefusal = refusals('patrol-finding', {
  'not-possible': { status: 409, zh: '{reason}', en: '{reason}' },
  'act-not-offered': { status: 422, zh: '这类问题不能这样处理', en: 'This cannot follow from such a finding' },
  'no-spot': { status: 422, zh: '请选择车辆所在的路侧车位', en: 'Choose the roadside spot the car stands on' },
  'no-lot': { status: 422, zh: '该发现不属于任何车场', en: 'The finding belongs to no lot' },
});
