import {
  choice,
  flag,
  instant,
  integer,
  operation,
  optional,
  permission,
  reference,
  refusals,
  report,
  type Transitions,
  text,
} from '@boyun/kernel/contract';

/** States of a call from a lane. */
export const CallState = {
  ringing: { zh: '呼叫中', en: 'Ringing', tone: 'bad' },
  answered: { zh: '通话中', en: 'Answered', tone: 'warn' },
  ended: { zh: '已结束', en: 'Ended', tone: 'good' },
  missed: { zh: '未接听', en: 'Missed', tone: 'neutral' },
} as const;
export type CallState = keyof typeof CallState;

/** State transitions of a call. */
export const callTransitions = {
  answer: {
    from: ['ringing'],
    to: 'answered',
    otherwise: { zh: '呼叫已有人接听或已结束', en: 'The call has been answered or has ended' },
  },
  end: { from: ['answered'], to: 'ended', otherwise: { zh: '呼叫未在通话中', en: 'The call is not being answered' } },
} as const satisfies Transitions<CallState, 'answer' | 'end'>;

const seeAccess = permission('lane-monitor.view', { zh: '查看车道监控', en: 'View: Lane monitor' });
const answerAccess = permission('lane-call.answer', { zh: '接听车道呼叫', en: 'Answer calls from lanes' });
const callId = reference({ zh: '呼叫', en: 'Call' }, 'lane-call');

/** Answers a call from a lane; fails if another person has answered it. */
export const answerCall = operation('answer-call', {
  title: { zh: '接听', en: 'Answer' },
  path: '/api/laneMonitor/answerCall',
  access: answerAccess,
  input: { callId },
  output: {},
  audit: 'lane.call-answered',
});

/** Ends a call; requires a note on its subject. */
export const endCall = operation('end-call', {
  title: { zh: '结束通话', en: 'End the call' },
  path: '/api/laneMonitor/endCall',
  access: answerAccess,
  input: { callId, note: text({ zh: '处理说明', en: 'What it was about' }, { min: 2, max: 255 }) },
  output: {},
  audit: 'lane.call-ended',
});

/** Calls from lanes, latest first. */
export const callList = report('lane-call', {
  title: { zh: '车道呼叫', en: 'Calls from lanes' },
  path: '/api/laneMonitor/getCalls',
  access: seeAccess,
  alwaysSortable: ['calledAt'],
  filters: {
    lotId: optional(reference({ zh: '车场', en: 'Parking lot' }, 'lot')),
    laneId: optional(reference({ zh: '车道', en: 'Lane' }, 'lane')),
    state: optional(choice({ zh: '状态', en: 'State' }, CallState)),
    isOpen: optional(flag({ zh: '未结束', en: 'Not over' })),
    from: optional(instant({ zh: '开始时间', en: 'From' })),
    to: optional(instant({ zh: '结束时间', en: 'To' })),
  },
  columns: {
    id: text({ zh: '编号', en: 'Id' }),
    calledAt: instant({ zh: '呼叫时间', en: 'Called' }),
    lotId: reference({ zh: '车场', en: 'Parking lot' }, 'lot'),
    laneId: reference({ zh: '车道', en: 'Lane' }, 'lane'),
    state: choice({ zh: '状态', en: 'State' }, CallState),
    plate: optional(text({ zh: '车牌', en: 'Plate' }, { max: 16 })),
    answeredById: optional(text({ zh: '接听人编号', en: 'Answered by (id)' })),
    answeredByName: optional(text({ zh: '接听人', en: 'Answered by' })),
    answeredAt: optional(instant({ zh: '接听时间', en: 'Answered' })),
    endedAt: optional(instant({ zh: '结束时间', en: 'Ended' })),
    waitedSeconds: optional(integer({ zh: '等待（秒）', en: 'Waited (s)' })),
    note: optional(text({ zh: '处理说明', en: 'Note' }, { max: 255 })),
  },
});

export const callRefusal = refusals('lane-call', {
  'not-possible': { status: 409, zh: '{reason}', en: '{reason}' },
  'not-yours': { status: 409, zh: '呼叫由{name}接听', en: '{name} has answered this call' },
});
