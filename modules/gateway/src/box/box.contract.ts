import { CommandKind } from '@boyun/devices/contract';
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
};

/** The report of a spot's detector. */
export const spotFields = {
  eventId: text({ zh: '事件编号', en: 'Event id' }, { max: 64 }),
  detectorNo: text({ zh: '检测器编号', en: 'Detector' }, { max: 64 }),
  isTaken: flag({ zh: '有车', en: 'A car stands there' }),
  happenedAt: instant({ zh: '时间', en: 'When' }),
};

/** A box names the lane it reports about; a camera reports about its own. */
export const laneFields = {
  laneCode: text({ zh: '车道编码（盒子必填）', en: 'Lane code (from a box)' }, { max: 32 }),
};

const fromLane = { laneCode: optional(laneFields.laneCode) };
const commandId = reference({ zh: '指令编号', en: 'Command id' }, 'gate-command');

const passingAnswer = {
  passingId: reference({ zh: '过车编号', en: 'Passing id' }, 'passing'),
  decision: choice({ zh: '判定', en: 'Decision' }, Decision),
  isOpen: flag({ zh: '开闸', en: 'Open the barrier' }),
  lines: list({ zh: '屏显', en: 'Lines of the screen' }, text({ zh: '行', en: 'Line' })),
  voice: optional(text({ zh: '语音', en: 'Voice' })),
  payUrl: optional(text({ zh: '付款地址', en: 'Payment page' })),
  commandId: optional(commandId),
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
        group({ zh: '指令', en: 'Command' }, { commandId, kind: choice({ zh: '类型', en: 'Kind' }, CommandKind) }),
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
    path: '/api/box/status',
    title: { zh: '盒子状态', en: "A box's own state" },
    input: statusFields,
    output: {
      serverTime: instant({ zh: '服务器时间', en: 'Time of the server' }),
      configuration: optional(json({ zh: '新配置', en: 'Configuration it does not have yet' })),
    },
  },
];
