import type { GateCommand } from '@boyun/devices/server';
import type { PassingReply } from '../driver/driver.service.ts';
import type { PlatePush } from './vzenith-message.service.ts';

/** Relay of the barrier: outputs 0 opens and 1 closes; a pulse of half a second. */
const PULSE = { delay: 500, value: 2 } as const;
const RELAY: Readonly<Record<GateCommand['kind'], number>> = { open: 0, close: 1 };

/** The order to the relay that opens or closes the barrier. */
export function relayPulse(kind: GateCommand['kind']): { delay: number; io: number; value: number } {
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
export function relayOrder(kind: GateCommand['kind']): object {
  return { ivs_ioctrl: relayPulse(kind) };
}

/** The reply to a heartbeat or a poll: the newest of the given barrier commands, or none. */
export function commandReply(commands: readonly GateCommand[]): object {
  const newest = commands.at(-1);
  return { Response_AlarmInfoPlate: newest ? relayOrder(newest.kind) : {} };
}

function spoken(text: string): object {
  return {
    type: 'ps_voice_play',
    voice: Buffer.from(text, 'utf8').toString('base64'),
    voice_interval: 0,
    voice_volume: 100,
    voice_male: 1,
  };
}
