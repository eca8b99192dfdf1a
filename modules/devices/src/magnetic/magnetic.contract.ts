import {
  choice,
  description,
  instant,
  integer,
  operation,
  optional,
  permission,
  readOnly,
  reference,
  refusals,
  report,
  resource,
  text,
} from '@boyun/kernel/contract';
import { DeviceState } from '../camera/camera.contract.ts';

/** What a detector last said of its spot. */
export const MagneticSpot = {
  taken: { zh: '有车', en: 'Taken', tone: 'warn' },
  free: { zh: '无车', en: 'Free', tone: 'good' },
} as const;

/** Why the reports of a detector do nothing at present. */
export const QuietKind = {
  test: { zh: '测试中', en: 'In a test', tone: 'info' },
  muted: { zh: '已屏蔽', en: 'Muted', tone: 'neutral' },
} as const;

/** A magnetic detector below a spot. */
export const magnetic = resource('magnetic', {
  title: { zh: '地磁', en: 'Magnetic detectors' },
  path: '/api/magnetic',
  fields: {
    serialNo: text(
      { zh: '编号', en: 'Number' },
      {
        max: 64,
        pattern: /^[A-Za-z0-9-]+$/,
        hint: { zh: '设备上的序列号', en: 'The serial number on the device' },
      },
    ),
    lotId: reference({ zh: '所属车场', en: 'Parking lot' }, 'lot'),
    spotId: readOnly(optional(reference({ zh: '车位', en: 'Spot' }, 'spot'))),
    model: optional(text({ zh: '型号', en: 'Model' }, { max: 64 })),
    heartbeatMinutes: integer(
      { zh: '心跳间隔（分钟）', en: 'Heartbeat (min)' },
      {
        min: 1,
        max: 1440,
        byDefault: 60,
        hint: { zh: '连续三次没有心跳为离线', en: 'Offline after three that did not come' },
      },
    ),
    state: readOnly(choice({ zh: '状态', en: 'State' }, DeviceState, { byDefault: 'never' })),
    lastSeenAt: readOnly(optional(instant({ zh: '最后联系', en: 'Last contact' }))),
    batteryPercent: readOnly(optional(integer({ zh: '电量 %', en: 'Battery, %' }, { max: 100 }))),
    signalDbm: readOnly(optional(integer({ zh: '信号 dBm', en: 'Signal, dBm' }, { min: -200, max: 0 }))),
    spotState: readOnly(optional(choice({ zh: '检测结果', en: 'Says' }, MagneticSpot))),
    changedAt: readOnly(optional(instant({ zh: '最后变化', en: 'Last change' }))),
    falsePercent: readOnly(optional(integer({ zh: '误报率 %', en: 'False reports, %' }, { max: 100 }))),
    quietKind: readOnly(optional(choice({ zh: '测试/屏蔽', en: 'Test or mute' }, QuietKind))),
    quietUntil: readOnly(optional(instant({ zh: '截至', en: 'Until' }))),
    quietReason: readOnly(optional(text({ zh: '屏蔽原因', en: 'Reason' }, { max: 255 }))),
    quietBy: readOnly(optional(text({ zh: '操作人', en: 'By' }, { max: 64 }))),
    remark: description,
  },
  columns: [
    'serialNo',
    'lotId',
    'spotId',
    'state',
    'batteryPercent',
    'signalDbm',
    'spotState',
    'falsePercent',
    'quietKind',
    'lastSeenAt',
    'changedAt',
    'model',
  ],
  computed: ['spotId', 'spotState'],
  search: { serialNo: 'prefix', lotId: 'equals', state: 'equals', quietKind: 'equals' },
  verbs: ['list', 'get', 'create', 'update', 'delete', 'export', 'import'],
  subject: (row) => row.serialNo,
  nameField: 'serialNo',
  order: [{ field: 'lotId' }, { field: 'serialNo' }],
});

const magneticId = reference({ zh: '地磁', en: 'Detector' }, 'magnetic');
const workAccess = permission('magnetic.work', { zh: '绑定、测试与屏蔽地磁', en: 'Bind, test and mute detectors' });

/** Binds a detector to a spot of its lot, or to none. Another detector of the spot is released. */
export const bindMagnetic = operation('bind-magnetic', {
  title: { zh: '绑定车位', en: 'Bind to a spot' },
  path: '/api/magnetic/bind',
  access: workAccess,
  input: {
    magneticId,
    spotId: {
      ...optional(reference({ zh: '车位', en: 'Spot' }, 'spot')),
      hint: {
        zh: '不选则解除绑定；车位上原有的地磁自动解绑',
        en: 'None releases it; another detector of the spot is released',
      },
    },
  },
  output: {},
  audit: 'magnetic.bound',
});

/** Begins a test: for some minutes its reports are shown and book nothing. */
export const testMagnetic = operation('test-magnetic', {
  title: { zh: '测试', en: 'Test' },
  path: '/api/magnetic/test',
  access: workAccess,
  input: {
    magneticId,
    minutes: integer({ zh: '时长（分钟）', en: 'Minutes' }, { min: 1, max: 60, byDefault: 10 }),
  },
  output: {},
  audit: 'magnetic.tested',
});

/** The longest time, in hours, a detector can be muted for: ninety days. */
const LONGEST_HOURS = 90 * 24;

/** Mutes a detector: its reports book nothing and its silence raises no alarm. */
export const muteMagnetic = operation('mute-magnetic', {
  title: { zh: '屏蔽', en: 'Mute' },
  path: '/api/magnetic/mute',
  access: workAccess,
  input: {
    magneticId,
    hours: integer(
      { zh: '时长（小时）', en: 'Hours' },
      { min: 1, max: LONGEST_HOURS, byDefault: 24, hint: { zh: '最长90天', en: 'Ninety days at most' } },
    ),
    reason: text({ zh: '原因', en: 'Reason' }, { min: 2, max: 255, isLong: true }),
  },
  output: {},
  audit: 'magnetic.muted',
});

/** Ends a test or a mute. */
export const resumeMagnetic = operation('resume-magnetic', {
  title: { zh: '恢复', en: 'Resume' },
  path: '/api/magnetic/resume',
  access: workAccess,
  input: { magneticId },
  output: {},
  audit: 'magnetic.resumed',
});

/** Replaces token and secret of a detector. The new ones are returned only once; the old ones are invalid from then on. */
export const rotateMagneticSecret = operation('rotate-magnetic-secret', {
  title: { zh: '重置地磁密钥', en: 'New detector secret' },
  path: '/api/magnetic/rotateSecret',
  access: permission('magnetic.rotate-secret', { zh: '重置地磁密钥', en: 'Make a new detector secret' }),
  needsPassword: { zh: '旧密钥立即失效，是否生成新密钥？', en: 'The old secret stops at once. Make a new one?' },
  input: { magneticId },
  output: {
    serialNo: text({ zh: '编号', en: 'Number' }),
    token: text({ zh: '令牌（MQTT 密码）', en: 'Token (MQTT password)' }),
    deviceSecret: text({ zh: '签名密钥', en: 'Signing secret' }),
    tokenPath: text({ zh: '上报地址（带令牌）', en: 'Address with the token' }),
    signedPath: text({ zh: '上报地址（签名）', en: 'Address for signed calls' }),
    topic: text({ zh: 'MQTT 主题', en: 'MQTT topic' }),
  },
  audit: 'magnetic.secret-rotated',
});

/** What a detector reports. */
export const MagneticKind = {
  arrive: { zh: '车辆驶入', en: 'A car came' },
  leave: { zh: '车辆驶离', en: 'A car left' },
  heartbeat: { zh: '心跳', en: 'Heartbeat' },
} as const;
export type MagneticKind = keyof typeof MagneticKind;

/** How a message came. */
export const MagneticRoute = {
  signed: { zh: 'HTTP（签名）', en: 'HTTP, signed' },
  token: { zh: 'HTTP（令牌）', en: 'HTTP, token' },
  mqtt: { zh: 'MQTT', en: 'MQTT' },
  lora: { zh: 'LoRaWAN 网络', en: 'LoRaWAN' },
} as const;
export type MagneticRoute = keyof typeof MagneticRoute;

/** What became of a message. */
export const MagneticOutcome = {
  taken: { zh: '已采用', en: 'Taken', tone: 'good' },
  unbound: { zh: '未绑定车位', en: 'Bound to no spot', tone: 'warn' },
  test: { zh: '测试', en: 'Test', tone: 'info' },
  muted: { zh: '已屏蔽', en: 'Muted', tone: 'neutral' },
} as const;

/** The messages of detectors, newest first; a doubled one is counted. */
export const magneticMessageList = report('magnetic-message', {
  title: { zh: '地磁报文', en: 'Messages of detectors' },
  path: '/api/magnetic/getMessages',
  access: magnetic.can.list,
  alwaysSortable: ['receivedAt'],
  filters: {
    magneticId: optional(magneticId),
    lotId: optional(reference({ zh: '车场', en: 'Parking lot' }, 'lot')),
    kind: optional(choice({ zh: '类型', en: 'Kind' }, MagneticKind)),
    outcome: optional(choice({ zh: '结果', en: 'Outcome' }, MagneticOutcome)),
    from: optional(instant({ zh: '开始时间', en: 'From' })),
    to: optional(instant({ zh: '结束时间', en: 'To' })),
  },
  columns: {
    id: text({ zh: '编号', en: 'Id' }),
    receivedAt: instant({ zh: '收到时间', en: 'Received' }),
    happenedAt: instant({ zh: '发生时间', en: 'Happened' }),
    magneticId,
    lotId: reference({ zh: '车场', en: 'Parking lot' }, 'lot'),
    kind: choice({ zh: '类型', en: 'Kind' }, MagneticKind),
    sequence: integer({ zh: '序号', en: 'Sequence' }, { max: Number.MAX_SAFE_INTEGER }),
    batteryPercent: optional(integer({ zh: '电量 %', en: 'Battery, %' }, { max: 100 })),
    signalDbm: optional(integer({ zh: '信号（dBm）', en: 'Signal (dBm)' }, { min: -200, max: 0 })),
    outcome: choice({ zh: '结果', en: 'Outcome' }, MagneticOutcome),
    seenCount: integer({ zh: '收到次数', en: 'Times received' }),
    route: choice({ zh: '方式', en: 'Way' }, MagneticRoute),
  },
});

export const magneticRefusal = refusals('magnetic', {
  'spot-elsewhere': { status: 422, zh: '该车位不在地磁所属车场', en: 'The spot is not in the lot of the detector' },
  'not-quiet': { status: 409, zh: '该地磁没有测试或屏蔽', en: 'It is neither tested nor muted' },
});
