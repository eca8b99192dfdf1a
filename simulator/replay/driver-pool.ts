import { type Vehicle, vehicleFor, vehicleOf } from './plate-mix.ts';
import type { Profile, ProfileKind } from './profile.ts';
import { createRandom, type Random } from './random.ts';
import { wallTimeAt } from './wall-time.ts';

type PoolLot = { code: string; capacity: number; zone?: string; homeRegion?: string };
type PoolOptions = {
  lots: readonly PoolLot[];
  seed: number | string;
  blackPlates?: readonly string[];
  whitePlates?: readonly string[];
};

/** Returns the next vehicle that arrives at a lot; never one that is inside any lot. */
export type VehicleSource = { next(atMs: number): Vehicle };

/** The share of entries by cars that come daily, per kind of car park. */
const regularShare: Readonly<Record<ProfileKind, number>> = {
  office: 0.6,
  mall: 0.12,
  'city centre': 0.25,
  theatre: 0.15,
  station: 0.25,
};
const BLACK_SHARE = 0.001;
const WHITE_SHARE = 0.02;

type Regular = { vehicle: Vehicle; lastDay: number };

/** Makes the source of one lot's vehicles: regulars with their hour, house cars, barred cars and the city's others. */
export function createVehicleSource(parts: {
  lot: PoolLot;
  profile: Profile;
  random: Random;
  takenPlates: Set<string>;
  options: PoolOptions;
}): VehicleSource {
  const { lot, profile, random, takenPlates, options } = parts;
  const home = lot.homeRegion ?? '粤B';
  const regulars = regularsByHour(lot, profile.kind, `regular/${lot.code}`, home);
  const population = options.lots.reduce((sum, one) => sum + one.capacity, 0) * 40;

  const take = (vehicle: Vehicle): Vehicle | undefined => {
    if (vehicle.plate === '') return vehicle;
    if (takenPlates.has(vehicle.plate)) return undefined;
    takenPlates.add(vehicle.plate);
    return vehicle;
  };
  const fromList = (plates: readonly string[] | undefined): Vehicle | undefined =>
    plates && plates.length > 0 ? take(vehicleFor(random.pick(plates))) : undefined;
  const regular = (atMs: number): Vehicle | undefined => {
    const { dayIndex, minuteOfDay } = wallTimeAt(lot.zone, atMs);
    const pool = regulars[Math.floor(minuteOfDay / 60)]!;
    for (let tries = 0; tries < 3 && pool.length > 0; tries += 1) {
      const candidate = random.pick(pool);
      if (candidate.lastDay === dayIndex) continue;
      const vehicle = take(candidate.vehicle);
      if (!vehicle) continue;
      candidate.lastDay = dayIndex;
      return vehicle;
    }
    return undefined;
  };
  const visitor = (): Vehicle => {
    for (;;) {
      const vehicle = take(vehicleOf(`${options.seed}/city`, random.below(population), home));
      if (vehicle) return vehicle;
    }
  };
  return {
    next(atMs) {
      const draw = random.next();
      if (draw < BLACK_SHARE) return fromList(options.blackPlates) ?? visitor();
      if (draw < BLACK_SHARE + WHITE_SHARE) return fromList(options.whitePlates) ?? visitor();
      if (random.chance(regularShare[profile.kind])) return regular(atMs) ?? visitor();
      return visitor();
    },
  };
}

/** Half as many regulars as spots, each with the hour of the day it usually comes. */
function regularsByHour(lot: PoolLot, kind: ProfileKind, seed: string, home: string): Regular[][] {
  const random = createRandom(seed);
  const hours: Regular[][] = Array.from({ length: 24 }, () => []);
  for (let index = 0; index < Math.ceil(lot.capacity / 2); index += 1) {
    const isEarly = kind === 'office' || kind === 'station';
    const hour = Math.floor(random.normal(isEarly ? 8.8 : 11, isEarly ? 1.2 : 3.5));
    hours[Math.min(22, Math.max(6, hour))]!.push({ vehicle: vehicleOf(seed, index, home), lastDay: -1 });
  }
  return hours;
}
