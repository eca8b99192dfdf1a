/** What a seed makes of a day at a gate: the messages cameras deliver, and when. */
import type { Delivery } from './gate-model.ts';

/** Numbers from 0 to 1 that follow from a seed (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Cars 1 and 7 have plates that no camera can tell apart; to the gate they are alike. */
const alikeOf = (car: number) => (car === 7 ? 1 : car);
/** The plate of a car as it is, and as a camera misreads it. */
const plateOf = (car: number) => `粤B8${String(car).padStart(2, '0')}50`;
const MISREADINGS: readonly ((plate: string) => string)[] = [
  (plate) => plate.replace('B8', 'BB'),
  (plate) => plate.replace(/50$/, '5D'),
  (plate) => plate.replace(/50$/, 'S0'),
];

/** What is delivered in one minute. */
export interface Step {
  /** The minute in which it is delivered. */
  readonly at: number;
  /** Sent by several lanes at once. */
  readonly deliveries: readonly Delivery[];
}

/**
 * Whether two messages may arrive at the same moment: the same one twice, or those of two cars. Two cars never stand at
 * one exit together.
 */
function mayMeet(one: Delivery, other: Delivery): boolean {
  if (one.key === other.key) return true;
  const isAtExit = (message: Delivery) => message.way === 'out' && !message.isOffline;
  return one.car !== other.car && !(isAtExit(one) && isAtExit(other) && one.lane === other.lane);
}

/** A day at a lot with two entries and two exits: cars that come and go several times, and everything that cameras and networks do to their messages. */
export function dayAtGate(random: () => number): Step[] {
  const sent: { at: number; delivery: Delivery }[] = [];
  const chance = (share: number) => random() < share;
  const upTo = (count: number) => Math.floor(random() * count);
  let key = 0;
  const send = (car: number, way: 'in' | 'out', at: number) => {
    if (chance(0.1)) return; // lost
    const plate = chance(0.2) ? MISREADINGS[upTo(MISREADINGS.length)]!(plateOf(car)) : plateOf(car);
    const isOffline = chance(0.2);
    const due = random();
    const driver = due < 0.7 ? 'pays' : due < 0.85 ? 'is-let-out' : 'backs-off';
    key += 1;
    const lane = random() < 0.5 ? 0 : 1;
    const delivery: Delivery = { key: `${key}`, way, lane, car: alikeOf(car), plate, at, isOffline, driver };
    const arrives = isOffline ? at + 10 * (1 + upTo(30)) : at;
    sent.push({ at: arrives, delivery });
    // The camera did not hear the answer and sends again, perhaps much later.
    for (let more = upTo(3); chance(0.3) && more > 0; more -= 1) sent.push({ at: arrives + 10 * upTo(9), delivery });
    // The same car is read once more.
    if (chance(0.1) && !isOffline) {
      key += 1;
      sent.push({ at: at + 1, delivery: { ...delivery, key: `${key}`, at: at + 1 } });
    }
  };
  for (let car = 1; car <= 8; car += 1) {
    let at = 10 * upTo(12);
    for (let visits = 1 + upTo(4); visits > 0; visits -= 1) {
      send(car, 'in', at);
      at += 10 * (1 + upTo(chance(0.1) ? 170 : 40));
      send(car, 'out', at);
      at += 10 * (1 + upTo(20));
    }
  }
  sent.sort((one, other) => one.at - other.at);
  const steps: Step[] = [];
  for (const { at, delivery } of sent) {
    const last = steps.at(-1);
    if (last && at === last.at && last.deliveries.every((one) => mayMeet(one, delivery)))
      steps[steps.length - 1] = { at, deliveries: [...last.deliveries, delivery] };
    else steps.push({ at, deliveries: [delivery] });
  }
  return steps;
}
