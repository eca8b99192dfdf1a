import { CameraProtocol } from '@boyun/devices/contract';
import {
  choice,
  flag,
  group,
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

/** What became of a message. */
export const MessageOutcome = {
  taken: { zh: '已接收', en: 'Taken', tone: 'good' },
  refused: { zh: '已拒绝', en: 'Refused', tone: 'bad' },
  captured: { zh: '仅查看', en: 'Looked at', tone: 'info' },
} as const;

const cameraId = reference({ zh: '相机', en: 'Camera' }, 'camera');

/** The last messages of cameras, newest first. */
export const deviceMessageList = report('device-message', {
  title: { zh: '协议报文', en: 'Protocol messages' },
  path: '/api/deviceMessage/list',
  access: permission('device-message.list', { zh: '查看协议报文', en: 'View: Protocol messages' }),
  alwaysSortable: ['receivedAt'],
  filters: {
    cameraId: optional(cameraId),
    lotId: optional(reference({ zh: '车场', en: 'Parking lot' }, 'lot')),
    outcome: optional(choice({ zh: '结果', en: 'Outcome' }, MessageOutcome)),
    from: optional(instant({ zh: '开始时间', en: 'From' })),
    to: optional(instant({ zh: '结束时间', en: 'To' })),
  },
  columns: {
    id: text({ zh: '编号', en: 'Id' }),
    receivedAt: instant({ zh: '接收时间', en: 'Received' }),
    lotId: reference({ zh: '车场', en: 'Parking lot' }, 'lot'),
    cameraId,
    protocol: choice({ zh: '协议', en: 'Protocol' }, CameraProtocol),
    path: text({ zh: '路径', en: 'Path' }, { max: 512 }),
    outcome: choice({ zh: '结果', en: 'Outcome' }, MessageOutcome),
    detail: optional(text({ zh: '说明', en: 'Detail' }, { max: 300 })),
    size: integer({ zh: '字节数', en: 'Bytes' }, { max: 2_147_483_647 }),
    hasPicture: flag({ zh: '含图片', en: 'Picture' }),
    address: optional(text({ zh: '来源地址', en: 'From address' }, { max: 64 })),
  },
});

/** How a driver reads a message. */
export const readFields = {
  plate: optional(text({ zh: '车牌', en: 'Plate' }, { max: 16 })),
  happenedAt: optional(instant({ zh: '设备时间', en: 'Time of the device' })),
  aheadSeconds: optional(integer({ zh: '时钟偏差（秒）', en: 'Clock ahead by (s)' }, { min: -2_147_483_648 })),
  confidence: optional(integer({ zh: '置信度', en: 'Confidence' }, { max: 100 })),
  plateColor: optional(integer({ zh: '车牌颜色', en: 'Plate colour' }, { max: 6 })),
  direction: optional(
    choice({ zh: '设备方向', en: 'Direction' }, { entry: { zh: '进场', en: 'In' }, exit: { zh: '出场', en: 'Out' } }),
  ),
  serialNo: optional(text({ zh: '序列号', en: 'Serial number' }, { max: 64 })),
  eventKey: optional(text({ zh: '事件编号', en: 'Event' }, { max: 300 })),
  isOffline: flag({ zh: '补传', en: 'Kept record' }),
};

const messageId = text({ zh: '编号', en: 'Id' }, { max: 64 });

/** A message as it came, and as the driver reads it. */
export const readDeviceMessage = operation('read-device-message', {
  title: { zh: '查看报文', en: 'Read a message' },
  path: '/api/deviceMessage/read',
  access: deviceMessageList.access,
  input: { messageId },
  output: {
    body: text({ zh: '原始报文', en: 'As it came' }, { max: 100_000, isLong: true }),
    contentType: text({ zh: '内容类型', en: 'Content type' }, { max: 200 }),
    reply: text({ zh: '应答', en: 'Reply' }, { max: 4000, isLong: true }),
    isWhole: flag({ zh: '可重放', en: 'Can be replayed' }),
    fault: optional(text({ zh: '解析问题', en: 'Problem' }, { max: 400 })),
    read: optional(group({ zh: '解析结果', en: 'As it is read' }, readFields)),
    passingId: optional(text({ zh: '过车记录', en: 'Passing record' }, { max: 64 })),
    signs: list({ zh: '识别依据', en: 'Told by' }, text({ zh: '依据', en: 'Sign' }, { max: 120 })),
  },
  isRead: true,
});

/** What a replay did. */
export const ReplayResult = {
  known: { zh: '已入账，没有重复入账', en: 'Booked already, nothing changed' },
  booked: { zh: '已按补传记录入账，未开闸', en: 'Booked as a late record; no barrier moved' },
} as const;

/** Takes a message again by the driver as it is now: as a late record, which opens nothing; one that was booked stays as it is. */
export const replayDeviceMessage = operation('replay-device-message', {
  title: { zh: '重放', en: 'Replay' },
  path: '/api/deviceMessage/replay',
  access: permission('device-message.replay', { zh: '重放协议报文', en: 'Replay protocol messages' }),
  input: { messageId },
  output: {
    result: choice({ zh: '结果', en: 'Result' }, ReplayResult),
    plate: optional(text({ zh: '车牌', en: 'Plate' }, { max: 16 })),
    passingId: text({ zh: '过车记录', en: 'Passing record' }, { max: 64 }),
  },
  audit: 'device-message.replayed',
});

/** Why a message is not read again. */
export const deviceMessageRefusal = refusals('device-message', {
  cut: { status: 422, zh: '报文过长，只保留了开头，无法重放', en: 'Only the beginning of this message was kept' },
  unknown: { status: 422, zh: '请先确认该相机的协议', en: 'Say first which protocol this camera speaks' },
  'not-read': { status: 422, zh: '无法重放：{reason}', en: 'It cannot be replayed: {reason}' },
});
