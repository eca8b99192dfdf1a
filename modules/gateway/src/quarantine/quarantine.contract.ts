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
  text,
} from '@boyun/kernel/contract';

/** Why a message was not taken. */
export const QuarantineReason = {
  unknown: { zh: '未知设备', en: 'Unknown device' },
  'wrong-serial': { zh: '序列号不符', en: 'Wrong serial number' },
  'bad-signature': { zh: '签名错误', en: 'Bad signature' },
  'old-timestamp': { zh: '时间戳过期', en: 'Old timestamp' },
  malformed: { zh: '格式错误', en: 'Malformed' },
} as const;
export type QuarantineReason = keyof typeof QuarantineReason;

/** The outcome of a refused message. */
export const QuarantineState = {
  kept: { zh: '待处理', en: 'Kept', tone: 'warn' },
  replayed: { zh: '已重放', en: 'Replayed', tone: 'good' },
  discarded: { zh: '已忽略', en: 'Discarded', tone: 'neutral' },
} as const;

/** Messages of devices that could not be taken. */
export const quarantineList = report('quarantine', {
  title: { zh: '设备异常数据', en: 'Quarantine' },
  path: '/api/quarantine/list',
  access: permission('quarantine.list', { zh: '查看设备异常数据', en: 'View: Quarantine' }),
  alwaysSortable: ['receivedAt'],
  filters: {
    reason: optional(choice({ zh: '原因', en: 'Reason' }, QuarantineReason)),
    state: optional(choice({ zh: '状态', en: 'State' }, QuarantineState)),
    from: optional(instant({ zh: '开始时间', en: 'From' })),
    to: optional(instant({ zh: '结束时间', en: 'To' })),
  },
  columns: {
    id: text({ zh: '编号', en: 'Id' }),
    receivedAt: instant({ zh: '接收时间', en: 'Received' }),
    lastReceivedAt: instant({ zh: '最近接收', en: 'Last received' }),
    reason: choice({ zh: '原因', en: 'Reason' }, QuarantineReason),
    detail: text({ zh: '说明', en: 'Detail' }),
    state: choice({ zh: '状态', en: 'State' }, QuarantineState),
    cameraId: optional(reference({ zh: '相机', en: 'Camera' }, 'camera')),
    serialNo: optional(text({ zh: '序列号', en: 'Serial number' })),
    address: optional(text({ zh: '来源地址', en: 'From address' })),
    path: text({ zh: '路径', en: 'Path' }),
    payload: text({ zh: '报文', en: 'Message' }, { max: 100_000, isLong: true }),
    seenCount: text({ zh: '次数', en: 'Times' }),
    size: integer({ zh: '字节数', en: 'Bytes' }, { max: 2_147_483_647 }),
    bodyHash: optional(text({ zh: '内容摘要', en: 'Content hash' })),
    isWhole: flag({ zh: '可重放', en: 'Can be replayed' }),
  },
});

const act = { quarantineId: text({ zh: '编号', en: 'Id' }, { max: 64 }) };

/** Replays a kept message for a camera of this tenant, after the device was registered or its serial number corrected. */
export const replayQuarantine = operation('replay-quarantine', {
  title: { zh: '重放', en: 'Replay' },
  path: '/api/quarantine/replay',
  access: permission('quarantine.replay', { zh: '重放设备异常数据', en: 'Replay a quarantined message' }),
  input: { ...act, cameraId: optional(reference({ zh: '相机', en: 'Camera' }, 'camera')) },
  output: {},
  audit: 'quarantine.replayed',
});

/** Discards a kept message permanently. */
export const discardQuarantine = operation('discard-quarantine', {
  title: { zh: '忽略', en: 'Discard' },
  path: '/api/quarantine/discard',
  access: permission('quarantine.discard', { zh: '忽略设备异常数据', en: 'Discard a quarantined message' }),
  input: act,
  output: {},
  audit: 'quarantine.discarded',
});

/** Why a refused message cannot be settled as asked. */
export const quarantineRefusal = refusals('quarantine', {
  settled: { status: 409, zh: '该报文已处理', en: 'This message has been settled already' },
  'no-passing': {
    status: 422,
    zh: '该报文不是过车或车位记录，无法重放',
    en: 'This message reports no car, so there is nothing to replay',
  },
  'not-kept': {
    status: 422,
    zh: '未知设备或签名错误的报文不保留内容，无法重放',
    en: 'The content of messages from unknown devices or with a wrong signature is not kept, there is nothing to replay',
  },
  'no-camera': {
    status: 422,
    zh: '找不到对应的相机，请选择相机',
    en: 'No camera is known for this message, choose one',
  },
  'no-box': {
    status: 422,
    zh: '找不到对应的盒子，请先按序列号登记盒子',
    en: 'No box has this serial number, register it first',
  },
  'still-refused': { status: 422, zh: '仍无法接收：{reason}', en: 'It still cannot be processed: {reason}' },
});
