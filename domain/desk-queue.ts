/** The queue of the duty desk: what belongs to one car is one card, and the cards have one order. */

/** Something at a lane that waits for a person. Times are epoch milliseconds. */
export type DeskThing = {
  kind: 'waiting' | 'call' | 'alarm';
  at: number;
  laneId: string | null;
  /** Null where no plate was read. */
  plate: string | null;
  passingId: string | null;
};

/** Alarms of one plate at one lane belong to one card if they are no further apart than this. */
export const SAME_CAR_MS = 10 * 60_000;

/** Whether a thing is about the car of a card. */
function belongs(thing: DeskThing, card: readonly DeskThing[]): boolean {
  return card.some((one) => {
    if (thing.passingId !== null && thing.passingId === one.passingId) return true;
    if (thing.laneId === null || thing.laneId !== one.laneId) return false;
    // Only one car stands at a lane, and the call is its driver's.
    if (thing.kind === 'call' && one.kind === 'waiting') return true;
    return thing.plate !== null && thing.plate === one.plate && Math.abs(thing.at - one.at) <= SAME_CAR_MS;
  });
}

/** Whether a person stands at the lane and waits. */
const isUrgent = (card: readonly DeskThing[]) => card.some((one) => one.kind !== 'alarm');

const ORDER = ['waiting', 'call', 'alarm'] as const satisfies readonly DeskThing['kind'][];

const since = (card: readonly DeskThing[]) => Math.min(...card.map((one) => one.at));

/**
 * Groups things by car. Cards at whose lane a person waits come first; both parts are in the order of their oldest thing. In a card the
 * waiting car is first, then the call, then alarms by time.
 */
export function deskQueue<T extends DeskThing>(things: readonly T[]): T[][] {
  const cards: T[][] = [];
  const sorted = things.toSorted((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind) || a.at - b.at);
  for (const thing of sorted) {
    const card = cards.find((one) => belongs(thing, one));
    if (card) card.push(thing);
    else cards.push([thing]);
  }
  return cards.toSorted((a, b) => Number(isUrgent(b)) - Number(isUrgent(a)) || since(a) - since(b));
}
