import { AlarmKind, AlarmSeverity, AlarmState } from '@boyun/alarms/contract';
import { plateColorLabel } from '@boyun/domain/plate';
import { LaneDirection } from '@boyun/facilities/contract';
import {
  choice,
  decimal,
  file,
  flag,
  group,
  instant,
  integer,
  list,
  money,
  operation,
  optional,
  reference,
  text,
} from '@boyun/kernel/contract';
import { standingField } from '@boyun/lists/contract';
import { CallState, callList } from '../lane-call/lane-call.contract.ts';
import { settlePassing } from '../passing/passing.contract.ts';

const lotId = reference({ zh: '车场', en: 'Parking lot' }, 'lot');
const handler = {
  claimedById: optional(text({ zh: '处理人编号', en: 'Handler id' })),
  claimedByName: optional(text({ zh: '处理人', en: 'Handled by' })),
};

const deskAlarm = group(
  { zh: '报警', en: 'Alarm' },
  {
    id: text({ zh: '编号', en: 'Id' }),
    raisedAt: instant({ zh: '时间', en: 'Time' }),
    kind: choice({ zh: '类型', en: 'Kind' }, AlarmKind),
    severity: choice({ zh: '级别', en: 'Severity' }, AlarmSeverity),
    state: choice({ zh: '状态', en: 'State' }, AlarmState),
    description: text({ zh: '说明', en: 'Description' }, { max: 512 }),
    ...handler,
  },
);

const deskCall = group(
  { zh: '呼叫', en: 'Call' },
  {
    id: text({ zh: '编号', en: 'Id' }),
    calledAt: instant({ zh: '呼叫时间', en: 'Called' }),
    state: choice({ zh: '状态', en: 'State' }, CallState),
    ...handler,
  },
);

const deskCard = group(
  { zh: '待处理', en: 'Card' },
  {
    /** The kind and id of its first thing: the same as long as the card is in the queue. */
    id: text({ zh: '编号', en: 'Id' }),
    since: instant({ zh: '开始', en: 'Since' }),
    lotId,
    laneId: reference({ zh: '车道', en: 'Lane' }, 'lane'),
    direction: optional(choice({ zh: '方向', en: 'Direction' }, LaneDirection)),
    plate: optional(text({ zh: '车牌', en: 'Plate' })),
    plateColor: optional(choice({ zh: '车牌颜色', en: 'Plate colour' }, plateColorLabel)),
    readPlate: optional(text({ zh: '识别车牌', en: 'Plate read' })),
    confidence: optional(decimal({ zh: '置信度', en: 'Confidence' })),
    standing: optional(standingField),
    picture: optional(file({ zh: '图片', en: 'Picture' })),
    passingId: optional(text({ zh: '过车记录', en: 'Passing record' })),
    isWaiting: flag({ zh: '等待中', en: 'Waiting' }),
    orderId: optional(text({ zh: '订单', en: 'Order' })),
    dueFen: money({ zh: '待收', en: 'Due' }),
    reasonZh: optional(text({ zh: '原因', en: 'Reason (Chinese)' }, { max: 512 })),
    reasonEn: optional(text({ zh: '英文原因', en: 'Reason' }, { max: 512 })),
    /** Who deals with the waiting car now. */
    ...handler,
    call: optional(deskCall),
    alarms: list({ zh: '报警', en: 'Alarms' }, deskAlarm, { max: 200 }),
  },
);

/**
 * The queue of the duty desk: waiting cars, calls of drivers, and the open alarms about cars at lanes of the last 24 hours, grouped by car;
 * with what the caller did today.
 */
export const getDesk = operation('get-duty-desk', {
  title: { zh: '值守台', en: 'Duty desk' },
  path: '/api/dutyDesk/getDesk',
  access: callList.access,
  input: { lotId: optional(lotId) },
  output: {
    cards: list({ zh: '待处理', en: 'Queue' }, deskCard, { max: 1200 }),
    /** Open alarms that are too many to be in the queue. */
    moreAlarms: integer({ zh: '其余报警', en: 'Further alarms' }),
    mine: group(
      { zh: '我的今日', en: 'My day' },
      {
        handledCount: integer({ zh: '已处理', en: 'Handled' }),
        openedCount: integer({ zh: '开闸', en: 'Barriers opened' }),
        cashFen: money({ zh: '收现金', en: 'Cash taken' }),
      },
    ),
  },
  isRead: true,
});

/** How many people wait at lanes of the caller's lots: waiting cars and ringing calls. */
export const countWaiting = operation('count-waiting', {
  title: { zh: '等待数量', en: 'Number of people who wait' },
  path: '/api/dutyDesk/count',
  access: callList.access,
  input: {},
  output: { waitingCount: integer({ zh: '等待', en: 'Waiting' }) },
  isRead: true,
});

/** Claims a waiting car for the caller, and releases any other; without a car, only releases. A claim ends by itself. */
export const claimWaiting = operation('claim-waiting', {
  title: { zh: '认领等待车辆', en: 'Claim a waiting car' },
  path: '/api/dutyDesk/claim',
  access: settlePassing.access,
  input: { passingId: optional(settlePassing.input.passingId) },
  output: { claimedUntil: optional(instant({ zh: '认领至', en: 'Claimed until' })) },
  audit: 'passing.claimed',
});
