import type { ReplayClock } from './clock.ts';
import type { Fleet } from './fleet.ts';
import type { PassageParts } from './passage.ts';
import { renderPassingWithPlate } from './picture.ts';
import { renderPlateCrop } from './plate-drawing.ts';
import type { CarEvent } from './traffic.ts';

type FleetLot = Fleet['lots'][number];

/** What of a replay decides what its cameras read: the pace, the beginning, the stamps and the share of pictures, as `ReplayOptions` says them. */
export interface ReadingOptions {
  readonly speed: number | 'max';
  readonly fromMs?: number;
  readonly stamp?: 'simulated' | 'wall';
  readonly pictureShare?: number;
}

/** A lane of a lot with its chances. */
export interface LanePlace {
  readonly lot: FleetLot;
  readonly lane: FleetLot['lanes'][number];
  readonly random: PassageParts['random'];
}

/** The zone a lot's times are written in. */
export const zoneOf = (lot: FleetLot) => lot.zone ?? 'Asia/Shanghai';

/** Returns what the camera of a lane reads of a car, with pictures for some of them. */
export function readingsOf(
  options: ReadingOptions,
  clock: ReplayClock,
  { lot, lane, random }: LanePlace,
): PassageParts['readingOf'] {
  const pictureShare = options.pictureShare ?? (options.speed === 'max' ? 0 : 1);
  const stampOf = stampFor(options, clock);
  return (event, extraMs) => {
    const { seenPlate: plate, seenColor: color, confidence, vehicleKind } = event;
    const atMs = stampOf(event, extraMs);
    const reading = { plate, color, confidence, vehicleKind, atMs };
    if (!random.chance(pictureShare)) return reading;
    const overlay = { label: `${lot.name} ${lane.name ?? lane.code}`, atMs, zone: zoneOf(lot) };
    const { jpeg, plateRect } = renderPassingWithPlate(event.plate, event.color, overlay);
    return { ...reading, picture: { jpeg, plateRect, crop: renderPlateCrop(event.plate, event.color) } };
  };
}

/** The device time of a passing: cars of a sped-up replay that starts now would otherwise come from the future. */
function stampFor(options: ReadingOptions, clock: ReplayClock): (event: CarEvent, extraMs: number) => number {
  if (options.speed === 'max' && options.stamp !== 'wall') return (event, extraMs) => Math.round(event.atMs + extraMs);
  const isWall = options.stamp === 'wall' || (!options.stamp && options.speed !== 1 && options.fromMs === undefined);
  return isWall ? () => Date.now() : () => clock.nowMs();
}
