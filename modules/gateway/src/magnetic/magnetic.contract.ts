import { MagneticKind } from '@boyun/devices/contract';
import { choice, type DeviceCall, flag, instant, integer, optional } from '@boyun/kernel/contract';

/** The first part of the addresses of detectors. */
export const MAGNETIC_PREFIX = '/api/detector';

/** The body of a message of a detector, over HTTP and MQTT alike. */
export const magneticFields = {
  kind: choice({ zh: '类型', en: 'Kind' }, MagneticKind),
  sequence: integer(
    { zh: '序号（每条加一，重发不变）', en: 'Sequence: counted up, the same when sent again' },
    { max: Number.MAX_SAFE_INTEGER },
  ),
  happenedAt: optional(instant({ zh: '发生时间（没有时钟可不填）', en: 'When; without a clock left out' })),
  isTaken: optional(flag({ zh: '有车（心跳可带）', en: 'A car is there (of heartbeats)' })),
  battery: optional(integer({ zh: '电量 %', en: 'Battery, %' }, { min: 0, max: 100 })),
  signal: optional(integer({ zh: '信号（dBm）', en: 'Signal (dBm)' }, { min: -200, max: 0 })),
};

/** The signed call of a detector. */
export const magneticCalls: readonly DeviceCall[] = [
  {
    path: `${MAGNETIC_PREFIX}/report`,
    title: { zh: '地磁上报', en: 'Report of a detector' },
    input: magneticFields,
    output: { serverTime: instant({ zh: '服务器时间', en: 'Time of the server' }) },
  },
];
