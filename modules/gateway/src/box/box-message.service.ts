import type { BoxStatus } from '@boyun/devices/server';
import {
  choice,
  decimal,
  decode,
  type Fields,
  flag,
  instant,
  integer,
  optional,
  plate,
  text,
  type Values,
} from '@boyun/kernel/contract';
import type { PassingMessage, SpotMessage } from '@boyun/passings/server';
import { DeviceFault } from '../intake/device-fault.service.ts';
import { parseJson, pictureOf } from '../intake/payload.service.ts';

/** What a signed passing says. */
const passingFields = {
  eventId: text({ zh: '事件编号', en: 'Event id' }, { max: 64 }),
  plate: optional(plate()),
  plateColor: integer({ zh: '车牌颜色', en: 'Plate colour' }, { max: 6, byDefault: 0 }),
  confidence: decimal({ zh: '置信度', en: 'Confidence' }, { min: 0, max: 100, byDefault: 100 }),
  vehicleKind: optional(text({ zh: '车型', en: 'Vehicle kind' }, { max: 40 })),
  happenedAt: instant({ zh: '过车时间', en: 'Passed at' }),
  isOffline: flag({ zh: '离线记录', en: 'Kept while offline' }, { byDefault: false }),
  picture: optional(text({ zh: '图片', en: 'Picture' }, { max: 3_000_000 })),
};

const inputFields = {
  input: choice(
    { zh: '输入', en: 'Input' },
    {
      barrier: { zh: '开闸到位', en: 'Barrier is open' },
      loop: { zh: '过车地感', en: 'Loop behind the barrier' },
      call: { zh: '呼叫按钮', en: 'Button for help' },
    },
  ),
};

const statusFields = {
  appVersion: text({ zh: '程序版本', en: 'Version' }, { max: 32 }),
  queueLength: integer({ zh: '离线队列', en: 'Offline queue' }, { max: 10_000_000, byDefault: 0 }),
  configurationNumber: integer({ zh: '配置版本', en: 'Configuration number' }, { byDefault: 0 }),
};
const spotFields = {
  eventId: text({ zh: '事件编号', en: 'Event id' }, { max: 64 }),
  detectorNo: text({ zh: '检测器编号', en: 'Detector' }, { max: 64 }),
  isTaken: flag({ zh: '有车', en: 'A car stands there' }),
  happenedAt: instant({ zh: '时间', en: 'When' }),
};
const laneFields = { laneCode: text({ zh: '车道编码', en: 'Lane code' }, { max: 32 }) };

/** Reads the body of a box's heartbeat. Throws DeviceFault. */
export function readBoxStatus(body: Uint8Array): BoxStatus {
  return read(statusFields, body, 'UTC');
}

/** Reads what a detector told through its box. Throws DeviceFault. */
export function readSpotMessage(body: Uint8Array, zone: string): SpotMessage {
  const { eventId, ...values } = read(spotFields, body, zone);
  return { ...values, eventKey: eventId };
}

/** Which of its lanes a box speaks of. Throws DeviceFault. */
export function readLaneCode(body: Uint8Array): string {
  return read(laneFields, body, 'UTC').laneCode;
}

/** Reads the body of a signed passing; a time without a zone is in the lot's. Throws DeviceFault. */
export function readBoxPassing(body: Uint8Array, zone: string): PassingMessage {
  const { eventId, picture, ...values } = read(passingFields, body, zone);
  return { ...values, eventKey: eventId, picture: pictureOf(picture) };
}

/** Reads the body of a signed report of an input. Throws DeviceFault. */
export function readBoxInput(body: Uint8Array, zone: string): 'barrier' | 'loop' | 'call' {
  return read(inputFields, body, zone).input as 'barrier' | 'loop' | 'call';
}

function read<F extends Fields>(fields: F, body: Uint8Array, zone: string): Values<F> {
  const decoded = decode(fields, parseJson(body), { zone });
  if (!decoded.ok)
    throw new DeviceFault('malformed', decoded.issues.map((issue) => `${issue.path}: ${issue.en}`).join('; '));
  return decoded.values;
}
