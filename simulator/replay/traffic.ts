import { createVehicleSource, type VehicleSource } from './driver-pool.ts';
import { misread, type PlateColor, plateColor, type Vehicle, type VehicleKind, vehicleFor } from './plate-mix.ts';
import { type Profile, profiles, shareAt } from './profile.ts';
import { createRandom, hashText, type Random } from './random.ts';
import { drawStayMs } from './stay-mix.ts';
import { wallTimeAt } from './wall-time.ts';

/** A lane cars drive through. */
export type TrafficLane = { code: string; direction: 'entry' | 'exit' };

/** A car park to fill; `profile` names one of the measured car parks (lot-01 to lot-12). */
export type TrafficLot = {
  code: string;
  capacity: number;
  profile: string;
  lanes: readonly TrafficLane[];
  /** IANA zone of the lot's wall time, by default Asia/Shanghai. */
  zone?: string;
  /** Province and city letter most cars carry, by default 粤B. */
  homeRegion?: string;
};

/** A car that is inside a lot: at the start of a traffic (from the server's books) or at its end. */
export type InsideCar = { plate: string; color: PlateColor; lotCode: string; enteredAtMs: number; visitId?: string };

/** Why a camera's reading differs from the car, or the car from the usual course. */
export type Quirk = 'misread' | 'low-confidence' | 'no-plate' | 'never-passes' | 'follows';

/** Chances (0 to 1) of quirks per passing; `missed` passings are in no stream because no camera saw them. */
export type QuirkChances = {
  misread: number;
  lowConfidence: number;
  noPlate: number;
  neverPasses: number;
  /** Exits right behind another car, under its barrier. */
  follows: number;
  missed: number;
};

/** One car in front of one barrier. */
export type CarEvent = {
  atMs: number;
  lotCode: string;
  laneCode: string;
  direction: 'entry' | 'exit';
  /** The car's true plate, empty when it carries none. */
  plate: string;
  color: PlateColor;
  vehicleKind: VehicleKind;
  /** Joins the entry and the exit of one stay. */
  visitId: string;
  /** When the stay began; on exits only. */
  enteredAtMs?: number;
  /** What the camera reports; empty when it read nothing. */
  seenPlate: string;
  seenColor: PlateColor;
  /** 0 to 100. */
  confidence: number;
  /**
   * `never-passes` marks an entry whose car backs out in front of the open barrier: it has no exit, and may come again
   * minutes later. `follows` marks an exit whose car drives up close behind the one before it and slips through with it.
   */
  quirk?: Quirk;
};

/** What to generate. */
export type TrafficOptions = {
  lots: readonly TrafficLot[];
  fromMs: number;
  toMs: number;
  seed: number | string;
  /** Scales how full the lots get, 1 by default; never above their capacity. */
  volume?: number;
  /** Cars inside at the start, of which exits are generated; without them the lots fill from empty. */
  inside?: readonly InsideCar[];
  /** Plates that try to enter although they are barred. */
  blackPlates?: readonly string[];
  /** Plates of the house that come often. */
  whitePlates?: readonly string[];
  quirks?: Partial<QuirkChances>;
  /** How long the lots take from what is inside at the start to what the profile says, two hours by default. */
  rampMs?: number;
};

type Stay = { vehicle: Vehicle; visitId: string; enteredAtMs: number; leavesAtMs: number };
type LotState = {
  lot: TrafficLot;
  profile: Profile;
  random: Random;
  source: VehicleSource;
  entries: string[];
  exits: string[];
  inside: Stay[];
  startError: number;
  visitCount: number;
};

const SLOT_MS = 900_000;
const usualQuirks: QuirkChances = {
  misread: 0.012,
  lowConfidence: 0.01,
  noPlate: 0.004,
  neverPasses: 0.003,
  follows: 0.012,
  missed: 0.001,
};

/**
 * The passings of all lots in order of time. Entries minus exits follow the measured profile of each lot, scaled to its
 * capacity, by weekday and time of day. The same options give the same stream. The returned value lists the cars inside
 * at the end. A consumer whose entry was refused leaves out the exit of the same `visitId`.
 */
export function* traffic(options: TrafficOptions): Generator<CarEvent, InsideCar[]> {
  const { fromMs, toMs } = options;
  const quirks = { ...usualQuirks, ...options.quirks };
  const takenPlates = new Set<string>();
  const states = options.lots.map((lot) => openLot(lot, options, takenPlates));
  for (let slotMs = Math.floor(fromMs / SLOT_MS) * SLOT_MS; slotMs < toMs; slotMs += SLOT_MS) {
    const startMs = Math.max(slotMs, fromMs);
    const endMs = Math.min(slotMs + SLOT_MS, toMs);
    const events: CarEvent[] = [];
    const freedPlates: string[] = [];
    for (const state of states) {
      const elapsed = (endMs - fromMs) / Math.max(1, options.rampMs ?? 7_200_000);
      const target = targetAt(state, endMs, options.volume ?? 1) + state.startError * Math.max(0, 1 - elapsed);
      runSlot(state, { startMs, endMs, target, quirks, events, freedPlates });
    }
    for (const plate of freedPlates) takenPlates.delete(plate);
    events.sort((a, b) => a.atMs - b.atMs || (a.visitId < b.visitId ? -1 : a.visitId > b.visitId ? 1 : 0));
    yield* events;
  }
  return states.flatMap((state) =>
    state.inside.map(({ vehicle, visitId, enteredAtMs }) => ({
      plate: vehicle.plate,
      color: vehicle.color,
      lotCode: state.lot.code,
      enteredAtMs,
      visitId,
    })),
  );
}

function openLot(lot: TrafficLot, options: TrafficOptions, takenPlates: Set<string>): LotState {
  const profile = profiles.get(lot.profile);
  if (!profile) throw new Error(`The lot ${lot.code} names the profile ${lot.profile}, which does not exist.`);
  const lanes = (direction: 'entry' | 'exit'): string[] => {
    const codes = lot.lanes.filter((lane) => lane.direction === direction).map((lane) => lane.code);
    if (codes.length === 0) throw new Error(`The lot ${lot.code} has no ${direction} lane.`);
    return codes;
  };
  const random = createRandom(`${options.seed}/${lot.code}/${options.fromMs}`);
  const source = createVehicleSource({ lot, profile, random, takenPlates, options });
  const state: LotState = {
    lot,
    profile,
    random,
    source,
    entries: lanes('entry'),
    exits: lanes('exit'),
    inside: [],
    startError: 0,
    visitCount: 0,
  };
  for (const car of options.inside ?? []) {
    if (car.lotCode !== lot.code) continue;
    // A plate the server issued to a car without one is on paper only: the camera will read nothing again.
    const vehicle = /^[临无]/.test(car.plate) ? vehicleFor('') : { ...vehicleFor(car.plate), color: car.color };
    const { minuteOfDay, isWeekend } = wallTimeAt(lot.zone, car.enteredAtMs);
    const planned = car.enteredAtMs + drawStayMs(profile.kind, minuteOfDay, isWeekend, random);
    const earliest = Math.max(options.fromMs, car.enteredAtMs);
    const leavesAtMs = planned > earliest ? planned : earliest + Math.round(random.between(120_000, 10_800_000));
    const visitId = car.visitId ?? `${lot.code}-in-${state.inside.length}`;
    state.inside.push({ vehicle, visitId, enteredAtMs: car.enteredAtMs, leavesAtMs });
    takenPlates.add(vehicle.plate);
  }
  state.startError = state.inside.length - targetAt(state, options.fromMs, options.volume ?? 1);
  return state;
}

function targetAt(state: LotState, atMs: number, volume: number): number {
  const { dayIndex, minuteOfDay, isHoliday } = wallTimeAt(state.lot.zone, atMs);
  return state.lot.capacity * Math.min(1, volume * shareAt(state.profile, dayIndex, minuteOfDay, isHoliday));
}

type Slot = {
  startMs: number;
  endMs: number;
  target: number;
  quirks: QuirkChances;
  events: CarEvent[];
  freedPlates: string[];
};

/** Moves one lot through one quarter hour: plans entries and pulls exits forward until the count meets the target. */
function runSlot(state: LotState, slot: Slot): void {
  const { random, inside } = state;
  const { startMs, endMs } = slot;
  const firstEvent = slot.events.length;
  const dueCount = inside.reduce((count, stay) => count + (stay.leavesAtMs < endMs ? 1 : 0), 0);
  const missing = Math.round(slot.target) - (inside.length - dueCount);
  const { minuteOfDay, isWeekend } = wallTimeAt(state.lot.zone, startMs);
  // Some cars still come while a lot empties, few of them at night.
  const isNight = minuteOfDay < 360 || minuteOfDay >= 1380;
  const usual = slot.target * (isNight ? 0.002 : 0.02) * ((endMs - startMs) / SLOT_MS);
  const arrivals = Math.max(missing, Math.floor(usual + random.next()));
  pullForward(state, arrivals - missing, startMs, endMs);
  const length = endMs - startMs;
  // Cars that come and go within the slot do not count towards the target, hence the second bound.
  for (let kept = 0, tried = 0; kept < arrivals && tried < arrivals * 3; tried += 1) {
    const enteredAtMs = startMs + random.below(length);
    const vehicle = state.source.next(enteredAtMs);
    const neverPasses = random.chance(slot.quirks.neverPasses);
    const leavesAtMs = enteredAtMs + drawStayMs(state.profile.kind, minuteOfDay, isWeekend, random);
    const stay = { vehicle, visitId: nextVisit(state), enteredAtMs, leavesAtMs };
    record(state, slot, stay, neverPasses ? 'turned-back' : 'entry');
    const againAtMs = enteredAtMs + COMES_AGAIN_MS;
    // A car that backed out tries again, unless the quarter is over by then.
    if (neverPasses && againAtMs < Math.min(endMs, leavesAtMs)) {
      stay.visitId = nextVisit(state);
      stay.enteredAtMs = againAtMs;
      record(state, slot, stay, 'entry');
    } else if (neverPasses) {
      slot.freedPlates.push(vehicle.plate);
      continue;
    }
    inside.push(stay);
    if (leavesAtMs >= endMs) kept += 1;
  }
  state.inside = inside.filter((stay) => {
    if (stay.leavesAtMs >= endMs) return true;
    record(state, slot, stay, 'exit');
    slot.freedPlates.push(stay.vehicle.plate);
    return false;
  });
  letFollow(slot, firstEvent);
}

/** Long enough that the same plate at the same lane is a new arrival. */
const COMES_AGAIN_MS = 200_000;

function nextVisit(state: LotState): string {
  state.visitCount += 1;
  return `${state.lot.code}-${state.visitCount.toString(36)}`;
}

/** Some of a lot's exits of a slot drive up right behind the one before them. */
function letFollow(slot: Slot, firstEvent: number): void {
  const exits = slot.events.slice(firstEvent).filter((one) => one.direction === 'exit' && one.plate !== '');
  exits.sort((a, b) => a.atMs - b.atMs || (a.visitId < b.visitId ? -1 : 1));
  exits.forEach((event, index) => {
    const random = createRandom(hashText(`${event.visitId}/behind`));
    const before = exits[index - 1];
    if (!before || before.quirk || event.quirk || !random.chance(slot.quirks.follows)) return;
    const atMs = before.atMs + 6000 + random.below(4000);
    if (atMs >= slot.endMs || atMs - event.enteredAtMs! < 120_000) return;
    Object.assign(event, { atMs, laneCode: before.laneCode, quirk: 'follows' });
  });
}

/** Lets the cars that would leave soonest leave within the slot. */
function pullForward(state: LotState, count: number, startMs: number, endMs: number): void {
  if (count <= 0) return;
  const later = state.inside.filter((stay) => stay.leavesAtMs >= endMs);
  later.sort((a, b) => a.leavesAtMs - b.leavesAtMs || (a.visitId < b.visitId ? -1 : 1));
  for (const stay of later.slice(0, count)) {
    const earliest = Math.min(endMs - 1, Math.max(startMs, stay.enteredAtMs + 120_000));
    stay.leavesAtMs = earliest + state.random.below(endMs - earliest);
  }
}

function record(state: LotState, slot: Slot, stay: Stay, course: 'entry' | 'exit' | 'turned-back'): void {
  const direction = course === 'exit' ? 'exit' : 'entry';
  const atMs = direction === 'exit' ? stay.leavesAtMs : stay.enteredAtMs;
  // What a camera makes of a passing has its own chance so that quirks do not move the traffic.
  const random = createRandom(hashText(`${stay.visitId}/${atMs}`));
  if (random.chance(slot.quirks.missed)) return;
  const { plate, color, vehicleKind } = stay.vehicle;
  const event: CarEvent = {
    atMs,
    lotCode: state.lot.code,
    laneCode: random.pick(direction === 'exit' ? state.exits : state.entries),
    direction,
    plate,
    color,
    vehicleKind,
    visitId: stay.visitId,
    seenPlate: plate,
    seenColor: color,
    confidence: 88 + random.below(12),
  };
  if (direction === 'exit') event.enteredAtMs = stay.enteredAtMs;
  if (plate === '' || random.chance(slot.quirks.noPlate)) {
    Object.assign(event, { seenPlate: '', seenColor: plateColor.unknown, confidence: 0, quirk: 'no-plate' });
  } else if (random.chance(slot.quirks.misread)) {
    event.seenPlate = misread(plate, random);
    event.confidence = 55 + random.below(35);
    if (event.seenPlate !== plate) event.quirk = 'misread';
  } else if (random.chance(slot.quirks.lowConfidence)) {
    event.confidence = 25 + random.below(35);
    event.quirk = 'low-confidence';
  }
  if (course === 'turned-back') event.quirk = 'never-passes';
  slot.events.push(event);
}
