import { randomBytes } from 'node:crypto';
import type { PlayedProtocol } from '../replay/dialect.ts';
import { DEMO_CAMERAS } from './place.ts';
import type { Call } from './sign-in.ts';

/** Where the unknown maker's messages have their values. */
const DEMO_MAP = {
  Plate: 'car[0].plateNo',
  Time: 'event.captureTime',
  TimeFormat: 'pattern',
  TimePattern: 'yyyy/MM/dd HH:mm:ss',
  Confidence: 'car[0].score',
  ConfidenceScale: 'fraction',
  Color: 'car[0].plateColor',
  Direction: 'car[0].way',
  EntryWord: 'approach',
  Picture: 'image',
  DeviceId: 'device.sn',
  EventId: 'event.id',
};

/** Adds the camera of a lane, of the maker the demo has there; returns what the player needs of it. */
export async function addCamera(
  call: Call,
  { place, index, ...values }: { place: string; index: number; Name: string; LaneId: string; NetworkAddress: string },
): Promise<{ serial: string; token: string; protocol: PlayedProtocol }> {
  const protocol = DEMO_CAMERAS[place] ?? 'vzenith-http';
  const serial = serialOf(protocol, index);
  const { Id: CameraId } = await call('/api/camera/create', { ...values, Protocol: protocol, SerialNo: serial });
  if (protocol === 'mapped-json') await call('/api/camera/saveMap', { CameraId, ...DEMO_MAP });
  const { Token: token } = await call('/api/camera/rotateSecret', { CameraId });
  return { serial, token, protocol };
}

/** A serial number as the maker writes it. */
function serialOf(protocol: PlayedProtocol, index: number): string {
  if (protocol === 'openalpr-webhook') return `YNC5SXXKHD55ZX-${index + 1}`;
  if (protocol === 'plate-recognizer') return `gate-${index + 1}-in`;
  if (protocol === 'mapped-json') return `GX8-${randomBytes(3).toString('hex').toUpperCase()}`;
  if (protocol === 'huaxia-http') return String(100_200_040_000 + index);
  return `${randomBytes(4).toString('hex')}-${randomBytes(4).toString('hex')}`;
}
