import type { BarrierKind, LaneScreen } from '@boyun/devices/server';
import type { ScreenWords } from '@boyun/domain/screen-frame';
import type { Driver, PassingReply } from '../driver/driver.service.ts';
import { serialFrames } from '../intake/serial-frames.service.ts';
import type { PlatePush } from './vzenith-message.service.ts';

/** Relay of the barrier: outputs 0 opens and 1 closes; a pulse of half a second. */
const PULSE = { delay: 500, value: 2 } as const;
const RELAY: Readonly<Record<BarrierKind, number>> = { open: 0, close: 1 };

/** The order to the relay that opens or closes the barrier. */
export function relayPulse(kind: BarrierKind): { delay: number; io: number; value: number } {
  return { delay: PULSE.delay, io: RELAY[kind], value: PULSE.value };
}

/**
 * The reply to a plate push. Only a decision to open carries the relay pulse. An offline record is answered by nothing
 * but the request for the next one: the car has left and its record must never move a barrier.
 */
export function plateReply({ answer, reading, command, screen }: PassingReply<PlatePush>): object {
  if (reading.message.isOffline)
    return { Response_AlarmInfoPlate: { ContinuePushOffline: { plateid: reading.plateId, continue: 1 } } };
  return {
    Response_AlarmInfoPlate: {
      info: command ? 'ok' : 'no',
      // Any other content lets some firmware send the record again and again.
      content: 'retransfer_stop',
      is_pay: command ? 'true' : 'false',
      ...command,
      serialData: screen,
      ...(answer.voice ? { playserver_json_request: spoken(answer.voice) } : {}),
    },
  };
}

/** The part of a reply that moves the barrier. */
export function relayOrder(kind: BarrierKind): object {
  return { ivs_ioctrl: relayPulse(kind) };
}

/** The reply to a heartbeat or a poll, with the parts that carry commands. */
export const commandReply = (parts: object): object => ({ Response_AlarmInfoPlate: parts });

/**
 * The parts of a reply that give a camera its orders (HTTP push document, 2.6.1 to 2.6.6). A restart, the clock and settings are not among
 * what a reply can carry.
 */
export const replyOrders: NonNullable<Driver['orders']> = {
  snapshot(_order, { addressOf }) {
    const address = addressOf?.('snapshot');
    if (!address) return null;
    const { port, protocol, pathname } = new URL(address);
    return {
      TriggerImage: {
        port: Number(port) || (protocol === 'https:' ? 443 : 80),
        snapImageRelativeUrl: pathname,
        snapImageAbsolutelyUrl: address,
      },
    };
  },
  recognise: () => ({ manualTrigger: 'ok' }),
  text: ({ content }, { laneScreen }) => ({ serialData: serialData({ lines: linesOf(content) }, laneScreen) }),
  voice: ({ content }) => ({ playserver_json_request: spoken(content ?? '') }),
};

/** `serialData` of a reply. */
export function serialData(words: ScreenWords, on: LaneScreen | null | undefined): object[] {
  const { channel, frames } = serialFrames(words, on);
  return frames.map((one) => ({ serialChannel: channel, ...one }));
}

/** The lines of a text that a person entered. */
export const linesOf = (content: string | null): string[] =>
  (content ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

function spoken(text: string): object {
  return {
    type: 'ps_voice_play',
    voice: Buffer.from(text, 'utf8').toString('base64'),
    voice_interval: 0,
    voice_volume: 100,
    voice_male: 1,
  };
}
