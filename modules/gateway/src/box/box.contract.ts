import { BarrierCommand } from '@boyun/devices/contract';
import {
  choice,
  type DeviceCall,
  decimal,
  flag,
  group,
  instant,
  integer,
  json,
  list,
  optional,
  plate,
  reference,
  text,
} from '@boyun/kernel/contract';
import { Decision } from '@boyun/passings/contract';

/** The body of a signed passing. */
export const passingFields = {
  eventId: text({ zh: '事件编号', en: 'Event id' }, { max: 64 }),
  plate: optional(plate()),
  plateColor: integer({ zh: '车牌颜色', en: 'Plate colour' }, { max: 6, byDefault: 0 }),
  confidence: decimal({ zh: '置信度', en: 'Confidence' }, { min: 0, max: 100, byDefault: 100 }),
  vehicleKind: optional(text({ zh: '车型', en: 'Vehicle kind' }, { max: 40 })),
  happenedAt: instant({ zh: '过车时间', en: 'Passed at' }),
  isOffline: flag({ zh: '离线记录', en: 'Kept while offline' }, { byDefault: false }),
  isByRemote: flag({ zh: '离线期间遥控开闸', en: 'Opened by remote control while offline' }, { byDefault: false }),
  picture: optional(text({ zh: '图片', en: 'Picture (base64)' }, { max: 3_000_000 })),
};

/** A card that was held to the reader of a lane. */
export const swipeFields = {
  eventId: passingFields.eventId,
  cardUid: text({ zh: '芯片号', en: 'Chip of the card' }, { min: 4, max: 32 }),
  plate: passingFields.plate,
  plateColor: passingFields.plateColor,
  happenedAt: instant({ zh: '刷卡时间', en: 'Held at' }),
  isOffline: passingFields.isOffline,
};

/** The report of a sensor. */
export const inputFields = {
  input: choice(
    { zh: '输入', en: 'Input' },
    {
      barrier: { zh: '开闸到位', en: 'Barrier is open' },
      loop: { zh: '过车地感', en: 'Loop behind the barrier' },
      call: { zh: '呼叫按钮', en: 'Button for help' },
    },
  ),
};

/** A box's heartbeat. */
export const statusFields = {
  appVersion: text({ zh: '程序版本', en: 'Version' }, { max: 32 }),
  queueLength: integer({ zh: '离线队列', en: 'Offline queue' }, { max: 10_000_000, byDefault: 0 }),
  configurationNumber: integer({ zh: '配置版本', en: 'Configuration number' }, { byDefault: 0 }),
  sentAt: optional(instant({ zh: '盒子时钟', en: 'What its clock shows' })),
  queueCapacity: optional(integer({ zh: '队列容量', en: 'Records it can keep' }, { min: 1, max: 10_000_000 })),
  oldestAt: optional(instant({ zh: '最早未传记录', en: 'Time of the oldest record it keeps' })),
  cursor: optional(text({ zh: '数据位置', en: 'How far it has read the changes' }, { max: 128 })),
  update: optional(
    group(
      { zh: '升级进度', en: 'How far it is' },
      {
        planId: reference({ zh: '升级计划', en: 'Plan' }, 'box-update'),
        state: choice(
          { zh: '状态', en: 'State' },
          {
            downloading: { zh: '下载中', en: 'Downloading' },
            waiting: { zh: '待切换', en: 'Waits for its window' },
            applied: { zh: '已切换', en: 'Applied' },
            failed: { zh: '失败', en: 'Failed' },
          },
        ),
        detail: optional(text({ zh: '说明', en: 'Detail' }, { max: 255 })),
      },
    ),
  ),
};

/** The report of a spot's detector. */
export const spotFields = {
  eventId: text({ zh: '事件编号', en: 'Event id' }, { max: 64 }),
  detectorNo: text({ zh: '检测器编号', en: 'Detector' }, { max: 64 }),
  isTaken: flag({ zh: '有车', en: 'A car stands there' }),
  happenedAt: instant({ zh: '时间', en: 'When' }),
};

/** What a camera that watches spots saw on one of them. */
export const sightingFields = {
  eventId: spotFields.eventId,
  spotNumber: text({ zh: '车位号', en: 'Number of the spot' }, { max: 32 }),
  plate: optional(plate()),
  isTaken: spotFields.isTaken,
  happenedAt: spotFields.happenedAt,
};

/** A box names the lane it reports about; a camera reports about its own. */
export const laneFields = {
  laneCode: text({ zh: '车道编码（盒子必填）', en: 'Lane code (from a box)' }, { max: 32 }),
  cameraSerialNo: optional(
    text({ zh: '相机序列号（车道有多台相机时）', en: 'Serial number of the camera (of several)' }, { max: 64 }),
  ),
};

const fromLane = { ...laneFields, laneCode: optional(laneFields.laneCode) };
const commandId = reference({ zh: '指令编号', en: 'Command id' }, 'gate-command');

const passingAnswer = {
  passingId: reference({ zh: '过车编号', en: 'Passing id' }, 'passing'),
  decision: choice({ zh: '判定', en: 'Decision' }, Decision),
  isOpen: flag({ zh: '开闸', en: 'Open the barrier' }),
  lines: list({ zh: '屏显', en: 'Lines of the screen' }, text({ zh: '行', en: 'Line' })),
  voice: optional(text({ zh: '语音', en: 'Voice' })),
  payUrl: optional(text({ zh: '付款地址', en: 'Payment page' })),
  commandId: optional(commandId),
  orderId: optional(reference({ zh: '订单', en: 'Parking order' }, 'order')),
  dueFen: integer({ zh: '待缴（分）', en: 'Due, in fen' }),
  isRepeated: flag({ zh: '重复上报', en: 'Reported before' }),
};

/** The signed calls of boxes and cameras; those of a lane may come from either. */
export const boxCalls: readonly DeviceCall[] = [
  {
    path: '/api/box/passing',
    title: { zh: '上报过车', en: 'Report a passing' },
    input: { ...passingFields, ...fromLane },
    output: passingAnswer,
  },
  {
    path: '/api/box/swipe',
    title: { zh: '上报刷卡', en: 'Report a card' },
    input: { ...swipeFields, ...fromLane },
    output: passingAnswer,
  },
  {
    path: '/api/box/heartbeat',
    title: { zh: '心跳并取指令', en: 'Heartbeat, fetches commands' },
    input: fromLane,
    output: {
      commands: list(
        { zh: '指令', en: 'Commands' },
        group({ zh: '指令', en: 'Command' }, { commandId, kind: choice({ zh: '类型', en: 'Kind' }, BarrierCommand) }),
      ),
    },
  },
  {
    path: '/api/box/input',
    title: { zh: '上报输入', en: 'Report an input' },
    input: { ...inputFields, ...fromLane },
    output: {},
  },
  {
    path: '/api/box/spot',
    title: { zh: '上报车位状态', en: 'Report a spot' },
    input: spotFields,
    output: {},
  },
  {
    path: '/api/box/sighting',
    title: { zh: '上报车位相机所见', en: 'Report what a camera saw on a spot' },
    input: sightingFields,
    output: {},
  },
  {
    path: '/api/box/status',
    title: { zh: '盒子状态', en: "A box's own state" },
    input: statusFields,
    output: {
      serverTime: instant({ zh: '服务器时间', en: 'Time of the server' }),
      configuration: optional(json({ zh: '新配置', en: 'Configuration it does not have yet' })),
      hasChanges: flag({ zh: '有新数据', en: 'There are changes to read' }),
      update: optional(json({ zh: '升级计划', en: 'Update to carry out' })),
    },
  },
];
