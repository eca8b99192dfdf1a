import { createHash, createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { renderPassing } from './picture.ts';
import type { PlateColor } from './plate-mix.ts';
import { createRandom } from './random.ts';

/** A point, longitude first. */
export type WayPoint = readonly [longitude: number, latitude: number];

/** A car that is seen from the patrol car. */
export type SeenCar = { plate: string; color: PlateColor; lotCode: string; spot?: string };

/** A patrol car: what its device signs with, the closed way it drives, and what stands beside it. */
export type FleetPatrol = { serial: string; secret: string; name: string; way: readonly WayPoint[]; cars: SeenCar[] };

/** Metres a second, about 22 km/h. */
export const PATROL_SPEED = 6;
const DEGREE_METRES = 111_195;

/** Returns where a car is after some metres on a closed way. */
export function placeOnWay(way: readonly WayPoint[], metres: number): { Longitude: number; Latitude: number } {
  const legs = way.map((from, index) => {
    const to = way[(index + 1) % way.length]!;
    const east = (to[0] - from[0]) * DEGREE_METRES * Math.cos((from[1] * Math.PI) / 180);
    const north = (to[1] - from[1]) * DEGREE_METRES;
    return { from, to, length: Math.hypot(east, north) };
  });
  let left = metres % legs.reduce((sum, one) => sum + one.length, 0);
  const leg = legs.find(({ length }) => {
    if (left <= length) return true;
    left -= length;
    return false;
  })!;
  const share = leg.length === 0 ? 0 : left / leg.length;
  const round = (degrees: number) => Math.round(degrees * 1e6) / 1e6;
  return {
    Longitude: round(leg.from[0] + (leg.to[0] - leg.from[0]) * share),
    Latitude: round(leg.from[1] + (leg.to[1] - leg.from[1]) * share),
  };
}

/** The picture the camera of a patrol car takes. */
export function patrolPicture(name: string, { plate, color }: SeenCar, atMs: number): string {
  return renderPassing(plate, color, { label: `${name} 车载相机`, atMs }).toString('base64');
}

/** Headers of a signed call of a device. */
export function signPatrol(
  { serial, secret }: Pick<FleetPatrol, 'serial' | 'secret'>,
  path: string,
  body: string,
  atMs: number,
): Record<string, string> {
  const timestamp = String(Math.floor(atMs / 1000));
  const digest = createHash('sha256').update(body).digest('hex');
  const signature = createHmac('sha256', secret).update(`${timestamp}\nPOST\n${path}\n${digest}`).digest('hex');
  return { 'content-type': 'application/json', timestamp, signature, serialnumber: serial };
}

const TICK_MS = 5000;
/** Ticks between two plates, and between two batches of positions. */
const PLATE_TICKS = 18;
const BATCH_TICKS = 3;

/** Drives a patrol car in the wall's time until aborted: on a tour, with positions and plates. */
export async function playPatrol({
  url,
  patrol,
  seed,
  signal,
}: {
  url: string;
  patrol: FleetPatrol;
  seed: number | string;
  signal: AbortSignal;
}): Promise<void> {
  const random = createRandom(`${seed}/patrol/${patrol.serial}`);
  const post = async (name: string, body: object): Promise<{ TourId?: string | null }> => {
    const path = `/api/patrol/${name}`;
    const text = JSON.stringify(body);
    const headers = signPatrol(patrol, path, text, Date.now());
    return fetch(url + path, { method: 'POST', headers, body: text, signal })
      .then(async (response) => ((await response.json()) as { data?: object }).data ?? {})
      .catch(() => ({}));
  };
  const placeNow = () => placeOnWay(patrol.way, (Date.now() / 1000) * PATROL_SPEED);
  let batch: object[] = [];
  try {
    for (let tick = 0; ; tick += 1) {
      const HappenedAt = new Date().toISOString();
      if (tick % 120 === 0 && !(await post('heartbeat', {})).TourId) await post('tour', { Act: 'start', HappenedAt });
      batch.push({ HappenedAt, ...placeNow(), Speed: Math.round(random.normal(PATROL_SPEED * 3.6, 3)) });
      if (tick % BATCH_TICKS === 0) {
        await post('positions', { Positions: batch });
        batch = [];
      }
      if (tick % PLATE_TICKS === 0 && patrol.cars.length > 0) {
        const car = random.pick(patrol.cars);
        const seen = {
          EventId: `live-${Date.now()}`,
          Plate: car.plate,
          LotCode: car.lotCode,
          HappenedAt,
          ...placeNow(),
        };
        const Picture = patrolPicture(patrol.name, car, Date.now());
        await post('sightings', { Sightings: [{ ...seen, SpotNumber: car.spot ?? null, Picture }] });
      }
      await sleep(TICK_MS, undefined, { signal });
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
