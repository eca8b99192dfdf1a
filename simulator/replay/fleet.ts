import { readFileSync } from 'node:fs';
import type { FleetDetector, SpotWatch } from './detector.ts';
import { dialects, type PlayedProtocol } from './dialect.ts';
import type { FleetPatrol } from './patrol.ts';
import { profiles } from './profile.ts';
import type { InsideCar, TrafficLane } from './traffic.ts';

/** A lane with its camera: serial number, the secret in the path of its messages, and what it speaks, Vzenith's HTTP where unsaid. */
export type FleetLane = TrafficLane & { name: string; serial: string; token: string; protocol?: PlayedProtocol };

/** A lot of the replay. */
export type FleetLot = {
  code: string;
  name: string;
  capacity: number;
  profile: string;
  lanes: FleetLane[];
  zone?: string;
  homeRegion?: string;
};

/** All lots and cameras of the replay, the plates on the server's lists, the detectors of a street with the box that watches it, and a patrol car. */
export type Fleet = {
  lots: FleetLot[];
  blackPlates: string[];
  whitePlates: string[];
  detectors?: FleetDetector[];
  watch?: SpotWatch;
  patrol?: FleetPatrol;
};

/** Reads a fleet file; throws an Error that names what is wrong with it. */
export function readFleet(file: string): Fleet {
  const fleet = readJson(file) as Partial<Fleet>;
  const lots = fleet.lots;
  if (!Array.isArray(lots) || lots.length === 0)
    throw new Error(`${file}: "lots" must be a list with at least one lot.`);
  const serials = new Set<string>();
  for (const lot of lots) {
    const where = `${file}: lot ${lot.code ?? '(without code)'}`;
    if (!lot.code || !lot.name) throw new Error(`${where}: "code" and "name" are needed.`);
    if (!(lot.capacity > 0)) throw new Error(`${where}: "capacity" must be a number above 0.`);
    if (!profiles.has(lot.profile))
      throw new Error(`${where}: "profile" must be one of ${[...profiles.keys()].join(', ')}.`);
    if (!Array.isArray(lot.lanes)) throw new Error(`${where}: "lanes" must be a list.`);
    for (const lane of lot.lanes) {
      if (!lane.code || !lane.serial || !lane.token)
        throw new Error(`${where}: every lane needs code, serial and token.`);
      if (lane.direction !== 'entry' && lane.direction !== 'exit') {
        throw new Error(`${where}, lane ${lane.code}: "direction" must be entry or exit.`);
      }
      if (lane.protocol && !(lane.protocol in dialects))
        throw new Error(`${where}, lane ${lane.code}: "protocol" must be one of ${Object.keys(dialects).join(', ')}.`);
      if (serials.has(lane.serial)) throw new Error(`${where}: the serial ${lane.serial} is used twice.`);
      serials.add(lane.serial);
    }
  }
  const { blackPlates = [], whitePlates = [], detectors = [], watch, patrol } = fleet;
  return { lots, blackPlates, whitePlates, detectors, ...(watch ? { watch } : {}), ...(patrol ? { patrol } : {}) };
}

/** Reads the list of cars inside at the start; throws an Error when the file is no such list. */
export function readInsideCars(file: string): InsideCar[] {
  const cars = readJson(file);
  if (!Array.isArray(cars)) throw new Error(`${file} must hold a list of cars.`);
  for (const car of cars as InsideCar[]) {
    if (typeof car.plate !== 'string' || !car.lotCode || !Number.isFinite(car.enteredAtMs)) {
      throw new Error(`${file}: every car needs plate, color, lotCode and enteredAtMs.`);
    }
  }
  return cars as InsideCar[];
}

function readJson(file: string): unknown {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (cause) {
    throw new Error(
      `The file ${file} cannot be read. Start the demo once, it writes it, or name another with --fleet.`,
      {
        cause,
      },
    );
  }
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Error(`The file ${file} is no JSON.`, { cause });
  }
}
