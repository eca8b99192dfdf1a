import { type Log, systemClock } from '@boyun/kernel/server';
import { dialects, type PlayedProtocol } from '../replay/dialect.ts';
import { renderPassing } from '../replay/picture.ts';
import { createRandom } from '../replay/random.ts';
import type { Call } from './sign-in.ts';

/** A device that nobody has taken on yet: it calls at the address for any maker. */
export interface Newcomer {
  readonly token: string;
  readonly protocol: PlayedProtocol;
  readonly serial: string;
  /** Seconds its clock is slow. */
  readonly slowSeconds: number;
}

/** Adds devices that wait to be taken on, at a lane of a lot that is being set up. */
export async function addNewcomers(call: Call, laneId: string): Promise<Newcomer[]> {
  const made: Newcomer[] = [];
  for (const [name, protocol, serial, slowSeconds] of [
    ['东入口新相机', 'mapped-json', 'ZX-71A0C2', 560],
    ['东入口备用相机', 'hikvision-isapi', '44a642f30d6c', 0],
  ] as const) {
    const { Id } = await call('/api/camera/create', { Name: name, LaneId: laneId, Protocol: 'any' });
    const { Token: token } = await call('/api/camera/rotateSecret', { CameraId: Id });
    made.push({ token, protocol, serial, slowSeconds });
  }
  return made;
}

const EVERY_MS = 25_000;
const PLATES = ['粤B3K907', '粤BD20816', '粤A7R552', '湘D19F30', '粤S8M214'];

/** Lets the devices call: a car every half minute, by their own clocks. */
export function startNewcomers(url: string, newcomers: readonly Newcomer[], log: Log): { stop(): void } {
  const random = createRandom('newcomers');
  let id = Math.floor(systemClock.now().getTime() / 1000);
  const tell = async ({ token, protocol, serial, slowSeconds }: Newcomer) => {
    id += 1;
    const atMs = systemClock.now().getTime() - slowSeconds * 1000;
    const plate = PLATES[random.below(PLATES.length)]!;
    const camera = { serial, deviceName: 'GATE', ipAddress: '10.66.0.31', password: 'admin', zone: 'Asia/Shanghai' };
    const jpeg = renderPassing(plate, 1, { label: serial, atMs });
    const reading = { plate, color: 1, confidence: 70 + random.below(28), vehicleKind: 'small', atMs } as const;
    const plateRect = { left: 0, top: 0, right: 1, bottom: 1 };
    const picture = { jpeg, crop: Buffer.alloc(0), plateRect };
    const sent = dialects[protocol].passing(camera, id, { ...reading, picture });
    const init = { method: 'POST', headers: { 'content-type': sent.contentType }, body: sent.body as string };
    await fetch(`${url}/api/camera/any/${token}${sent.path}`, init);
  };
  const look = () => {
    for (const one of newcomers)
      tell(one).catch((error: Error) => log.debug({ err: error.message }, 'a newcomer will call again'));
  };
  look();
  const timer = setInterval(look, EVERY_MS);
  return { stop: () => clearInterval(timer) };
}
