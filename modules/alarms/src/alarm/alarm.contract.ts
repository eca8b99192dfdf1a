import {
  channel,
  choice,
  file,
  flag,
  instant,
  integer,
  list,
  operation,
  optional,
  permission,
  reference,
  refusals,
  report,
  type Transitions,
  text,
} from '@boyun/kernel/contract';

/** Kinds of alarms; on the alarm channel vehicle alarms have message type 1, device alarms any other. */
export const AlarmKind = {
  'black-entry': { zh: '黑名单车辆入场', en: 'Blacklisted car' },
  'arrears-entry': { zh: '欠费车辆入场', en: 'Car in arrears' },
  'duplicate-entry': { zh: '重复入场', en: 'Repeated entry' },
  'unmatched-exit': { zh: '无入场记录出场', en: 'Exit without entry' },
  'plate-mismatch': { zh: '车牌近似匹配', en: 'Plate matched by likeness' },
  'low-confidence': { zh: '识别置信度低', en: 'Low confidence' },
  'lot-full': { zh: '车位已满', en: 'Lot full' },
  overstay: { zh: '超时停放', en: 'Overstaying' },
  patrol: { zh: '巡逻发现', en: 'Found by a patrol' },
  tailgating: { zh: '疑似跟车', en: 'Suspicious follow' },
  'forced-open': { zh: '人工开闸', en: 'Opened by hand' },
  'command-uncertain': { zh: '开闸结果不确定', en: 'Barrier uncertain' },
  overpaid: { zh: '多付费用', en: 'Paid too much' },
  'no-plan': { zh: '没有适用的收费方案', en: 'No tariff plan applies' },
  'device-offline': { zh: '设备离线', en: 'Device offline' },
  'barrier-fault': { zh: '道闸故障', en: 'Barrier fault' },
  'camera-fault': { zh: '相机故障', en: 'Camera fault' },
  'battery-low': { zh: '电量低', en: 'Low battery' },
  'queue-full': { zh: '离线队列积压', en: 'Queue is full' },
  'lens-dirty': { zh: '疑似镜头脏污', en: 'Lens may be dirty' },
  'clock-drift': { zh: '设备时钟偏差', en: 'Clock is wrong' },
} as const;
export type AlarmKind = keyof typeof AlarmKind;

/** Kinds of alarms about devices; all others are about vehicles. */
export const DEVICE_KINDS: readonly string[] = [
  'device-offline',
  'command-uncertain',
  'barrier-fault',
  'camera-fault',
  'battery-low',
  'queue-full',
  'lens-dirty',
  'clock-drift',
] satisfies AlarmKind[];

/** The devices an alarm can be about. */
export const AlarmDevice = {
  camera: { zh: '相机', en: 'Camera' },
  barrier: { zh: '道闸', en: 'Barrier' },
  box: { zh: '盒子', en: 'Edge box' },
  screen: { zh: '显示屏', en: 'Screen' },
  pos: { zh: 'POS机', en: 'POS' },
  magnetic: { zh: '地磁', en: 'Magnetic detector' },
  lcd: { zh: 'LCD屏', en: 'LCD' },
} as const;
export type AlarmDevice = keyof typeof AlarmDevice;

/** The page that lists alarms of a kind: vehicles and devices have one each. */
export function alarmPath(kind: string): string {
  return DEVICE_KINDS.includes(kind) ? '/_cloud_device/Device_Notice' : '/_cloud_operation/Alarm_Dispose';
}

/** Urgency of an alarm. */
export const AlarmSeverity = {
  high: { zh: '高', en: 'High', tone: 'bad' },
  medium: { zh: '中', en: 'Medium', tone: 'warn' },
  low: { zh: '低', en: 'Low', tone: 'info' },
} as const;

/** State of an alarm. */
export const AlarmState = {
  new: { zh: '新报警', en: 'New', tone: 'bad' },
  claimed: { zh: '处理中', en: 'Claimed', tone: 'warn' },
  handled: { zh: '已处理', en: 'Handled', tone: 'good' },
  'false-alarm': { zh: '误报', en: 'False alarm', tone: 'neutral' },
} as const;
export type AlarmState = keyof typeof AlarmState;

/** The operations allowed in each state of an alarm. */
export const alarmTransitions = {
  claim: { from: ['new'], to: 'claimed', otherwise: { zh: '报警已有人处理', en: 'The alarm is already claimed' } },
  handle: { from: ['claimed'], to: 'handled', otherwise: { zh: '请先认领报警', en: 'Claim the alarm first' } },
  resolve: {
    from: ['new', 'claimed'],
    to: 'handled',
    otherwise: { zh: '报警已处理', en: 'The alarm is already closed' },
  },
  dismiss: { from: ['claimed'], to: 'false-alarm', otherwise: { zh: '请先认领报警', en: 'Claim the alarm first' } },
} as const satisfies Transitions<AlarmState, 'claim' | 'handle' | 'resolve' | 'dismiss'>;

/** Alarms, newest first. */
export const alarmList = report('alarm', {
  title: { zh: '过车报警处理', en: 'Passing-alarm handling' },
  path: '/api/alarm/list',
  access: permission('alarm.list', { zh: '查看报警', en: 'View: Alarms' }),
  filters: {
    lotId: optional(reference({ zh: '车场', en: 'Parking lot' }, 'lot')),
    kind: optional(choice({ zh: '类型', en: 'Kind' }, AlarmKind)),
    state: optional(choice({ zh: '状态', en: 'State' }, AlarmState)),
    severity: optional(choice({ zh: '级别', en: 'Severity' }, AlarmSeverity)),
    isDevice: optional(flag({ zh: '设备报警', en: 'Of a device' })),
    plate: optional(text({ zh: '车牌', en: 'Plate' }, { max: 16 })),
    deviceKind: optional(choice({ zh: '设备类型', en: 'Kind of device' }, AlarmDevice)),
    isSnoozed: optional(flag({ zh: '已暂缓', en: 'Snoozed' })),
    from: optional(instant({ zh: '开始时间', en: 'From' })),
    to: optional(instant({ zh: '结束时间', en: 'To' })),
  },
  columns: {
    id: text({ zh: '编号', en: 'Id' }),
    raisedAt: instant({ zh: '时间', en: 'Time' }),
    kind: choice({ zh: '类型', en: 'Kind' }, AlarmKind),
    severity: choice({ zh: '级别', en: 'Severity' }, AlarmSeverity),
    state: choice({ zh: '状态', en: 'State' }, AlarmState),
    lotId: optional(reference({ zh: '车场', en: 'Parking lot' }, 'lot')),
    laneId: optional(reference({ zh: '车道', en: 'Lane' }, 'lane')),
    plate: optional(text({ zh: '车牌', en: 'Plate' }, { max: 16 })),
    description: text({ zh: '说明', en: 'Description' }, { max: 512 }),
    deviceKind: optional(choice({ zh: '设备类型', en: 'Kind of device' }, AlarmDevice)),
    deviceId: optional(text({ zh: '设备编号', en: 'Device id' })),
    deviceName: optional(text({ zh: '设备', en: 'Device' }, { max: 64 })),
    seenCount: integer({ zh: '次数', en: 'Times' }),
    lastRaisedAt: optional(instant({ zh: '最近一次', en: 'Last time' })),
    snoozedUntil: optional(instant({ zh: '暂缓至', en: 'Snoozed until' })),
    snoozedByName: optional(text({ zh: '暂缓人', en: 'Snoozed by' })),
    picture: optional(file({ zh: '图片', en: 'Picture' })),
    passingId: optional(text({ zh: '过车记录', en: 'Passing record' })),
    orderId: optional(text({ zh: '订单', en: 'Order' })),
    claimedById: optional(text({ zh: '处理人编号', en: 'Handler id' })),
    claimedByName: optional(text({ zh: '处理人', en: 'Handled by' })),
    claimedAt: optional(instant({ zh: '认领时间', en: 'Claimed' })),
    closedAt: optional(instant({ zh: '完成时间', en: 'Closed' })),
    respondSeconds: optional(integer({ zh: '响应用时（秒）', en: 'Claimed after (s)' })),
    handleSeconds: optional(integer({ zh: '处理用时（秒）', en: 'Handled in (s)' })),
    note: optional(text({ zh: '处理说明', en: 'Note' }, { max: 512 })),
  },
  totals: {
    newCount: integer({ zh: '新报警', en: 'New' }),
    claimedCount: integer({ zh: '处理中', en: 'Claimed' }),
    respondSeconds: optional(integer({ zh: '平均响应（秒）', en: 'Mean time to claim (s)' })),
    handleSeconds: optional(integer({ zh: '平均处理（秒）', en: 'Mean time to close (s)' })),
  },
});

const times = {
  respondSeconds: optional(integer({ zh: '平均响应（秒）', en: 'Mean time to claim (s)' })),
  slowestSeconds: optional(integer({ zh: '最慢响应（秒）', en: 'Slowest claim (s)' })),
  handleSeconds: optional(integer({ zh: '平均处理（秒）', en: 'Mean time to close (s)' })),
};

/** Response times by person, fastest first. */
export const alarmResponse = report('alarm-response', {
  title: { zh: '响应统计', en: 'Response to alarms' },
  path: '/api/alarm/getResponse',
  access: alarmList.access,
  filters: {
    lotId: alarmList.filters.lotId,
    kind: alarmList.filters.kind,
    isDevice: alarmList.filters.isDevice,
    from: alarmList.filters.from,
    to: alarmList.filters.to,
  },
  columns: {
    id: text({ zh: '编号', en: 'Id' }),
    name: text({ zh: '处理人', en: 'Who' }),
    claimedCount: integer({ zh: '认领', en: 'Claimed' }),
    openCount: integer({ zh: '处理中', en: 'Open' }),
    handledCount: integer({ zh: '已处理', en: 'Handled' }),
    falseCount: integer({ zh: '误报', en: 'False alarms' }),
    ...times,
  },
});

const alarmId = { alarmId: reference({ zh: '报警', en: 'Alarm' }, 'alarm') };
const handleAccess = permission('alarm.handle', { zh: '处理报警', en: 'Handle alarms' });

/** Claims an alarm; only one person can. */
export const claimAlarm = operation('claim-alarm', {
  title: { zh: '认领', en: 'Claim' },
  path: '/api/alarm/claim',
  access: handleAccess,
  input: alarmId,
  output: {},
  audit: 'alarm.claimed',
});

/** Closes an alarm with a note. */
export const handleAlarm = operation('handle-alarm', {
  title: { zh: '处理', en: 'Handle' },
  path: '/api/alarm/handle',
  access: handleAccess,
  input: {
    ...alarmId,
    outcome: choice(
      { zh: '结果', en: 'Outcome' },
      { handled: AlarmState.handled, 'false-alarm': AlarmState['false-alarm'] },
    ),
    note: text({ zh: '处理说明', en: 'Note' }, { min: 2, max: 512, isLong: true }),
  },
  output: {},
  audit: 'alarm.closed',
});

/** Closes several alarms as false ones, with one note; those that somebody else deals with or that are closed stay as they are. */
export const dismissAlarms = operation('dismiss-alarms', {
  title: { zh: '批量误报', en: 'Close as false alarms' },
  path: '/api/alarm/dismiss',
  access: handleAccess,
  input: {
    alarmIds: list({ zh: '报警', en: 'Alarms' }, alarmId.alarmId, { min: 1, max: 200 }),
    note: { ...handleAlarm.input.note, words: 'alarm-false' },
  },
  output: {
    closedCount: integer({ zh: '已关闭', en: 'Closed' }),
    skippedCount: integer({ zh: '跳过', en: 'Skipped' }),
  },
  audit: 'alarm.closed',
});

/** The longest time, in minutes, an alarm can be snoozed for: thirty days. */
const LONGEST_SNOOZE = 30 * 24 * 60;

/** Leaves open alarms of devices alone for a time; then they are announced again, unless they have ended. */
export const snoozeAlarms = operation('snooze-alarms', {
  title: { zh: '暂缓', en: 'Snooze' },
  path: '/api/alarm/snooze',
  access: handleAccess,
  input: {
    alarmIds: list({ zh: '报警', en: 'Alarms' }, alarmId.alarmId, { min: 1, max: 200 }),
    minutes: integer(
      { zh: '时长（分钟）', en: 'Minutes' },
      { min: 5, max: LONGEST_SNOOZE, byDefault: 120, hint: { zh: '最长30天', en: 'Thirty days at most' } },
    ),
  },
  output: { snoozedCount: integer({ zh: '已暂缓', en: 'Snoozed' }) },
  audit: 'alarm.snoozed',
});

/**
 * Spec §7: `{msgType, description}`, msgType 1 for vehicles, 2 for devices, with the severity; the text `success` is the heartbeat. An
 * account is not told of alarms that its own act caused.
 */
export const alarmChannel = channel('alarm', {
  title: { zh: '报警通道', en: 'Alarm channel' },
  path: '/api/device/ws',
  access: alarmList.access,
  token: 'protocol',
  out: {
    msgType: { ...integer({ zh: '类型', en: 'Type' }), wireName: 'msgType' },
    description: { ...text({ zh: '说明', en: 'Description' }), wireName: 'description' },
    severity: { ...optional(choice({ zh: '级别', en: 'Severity' }, AlarmSeverity)), wireName: 'severity' },
  },
});

export const alarmRefusal = refusals('alarm', {
  'not-possible': { status: 409, zh: '{reason}', en: '{reason}' },
  'not-yours': { status: 409, zh: '报警由{name}处理', en: 'This alarm is claimed by {name}' },
});
