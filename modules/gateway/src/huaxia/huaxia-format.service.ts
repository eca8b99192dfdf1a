import type { BarrierKind, LaneScreen } from '@boyun/devices/server';
import type { ScreenWords } from '@boyun/domain/screen-frame';
import type { Format } from '../driver/driver.service.ts';
import { serialFrames } from '../intake/serial-frames.service.ts';
import { DeviceFault } from '../message/device-fault.service.ts';
import { linesOf } from '../vzenith/vzenith-reply.service.ts';
import { huaxiaHttp } from './huaxia.contract.ts';
import { type HuaxiaPlate, readHuaxiaPush } from './huaxia-message.service.ts';

/** The relays: `io1` opens the barrier, `io2` closes it. */
const RELAY: Readonly<Record<BarrierKind, string>> = { open: 'io1', close: 'io2' };

/** A reply, with the parts that carry commands. */
export const replyOf = (parts: object) => ({ error_num: 0, error_str: 'noerror', ...parts });

/** Messages of Huaxia cameras: passings, kept passings, and heartbeats whose reply carries commands. */
export const huaxiaFormat: Format<HuaxiaPlate> = {
  protocol: huaxiaHttp.name,
  readPassing({ body }) {
    const push = readHuaxiaPush(body);
    if (push.kind === 'plate') return push;
    throw new DeviceFault('malformed', 'a heartbeat, not a passing');
  },
  recognise: ({ fields }) => (fields.cam_id && fields.type ? { route: 'push', signs: ['cam_id', 'type'] } : null),
  // An offline record is only acknowledged: its car has left.
  answer: ({ reading, command, screen }) => replyOf(reading.message.isOffline ? {} : { ...command, ...screen }),
  command: ({ kind }) => relayOrder(kind),
  screen: serialParts,
  // What else a reply carries: the software trigger and bytes for the serial line.
  orders: {
    recognise: () => ({ triger_data: { action: 'on' } }),
    text: ({ content }, { laneScreen }) => serialParts({ lines: linesOf(content) }, laneScreen),
  },
  health: ({ body }) => readHuaxiaPush(body).serialNo,
};

function serialParts(words: ScreenWords, on: LaneScreen | null | undefined): object {
  return { rs485_data: serialFrames(words, on).frames.map(({ data }) => ({ encodetype: 'base64', data })) };
}

function relayOrder(kind: BarrierKind): object {
  return { gpio_data: [{ ionum: RELAY[kind], action: 'on' }] };
}
