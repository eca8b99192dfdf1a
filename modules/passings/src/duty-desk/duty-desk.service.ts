import { alarmList } from '@boyun/alarms/contract';
import { type OpenAlarm, openLaneAlarms } from '@boyun/alarms/server';
import { type DeskThing, deskQueue } from '@boyun/domain/desk-queue';
import { dayMs, dayStart } from '@boyun/domain/period';
import type { Output } from '@boyun/kernel/contract';
import { isAllowed, type TenantTx } from '@boyun/kernel/server';
import type { getDesk } from './duty-desk.contract.ts';
import { type DeskCall, type DeskCar, figuresSince, openCalls, passingsOf, waitingCars } from './duty-desk.queries.ts';

type Desk = Output<typeof getDesk>;
type Card = Desk['cards'][number];

/** Number of alarms in the queue; the others are in the list of alarms. */
const MOST_ALARMS = 200;

type Thing = DeskThing &
  (
    | { readonly kind: 'waiting'; readonly car: DeskCar }
    | { readonly kind: 'call'; readonly call: DeskCall }
    | { readonly kind: 'alarm'; readonly alarm: OpenAlarm }
  );

/** The queue of the caller's lots, or of one of them, with the caller's figures of the day. */
export async function readDesk(tx: TenantTx, lotId: string | null): Promise<Desk> {
  const nowMs = tx.now.getTime();
  const cars = await waitingCars(tx, lotId);
  const calls = await openCalls(tx, lotId);
  const alarms = isAllowed(alarmList.access, tx.who)
    ? await openLaneAlarms(tx, { lotId, since: new Date(nowMs - dayMs), limit: MOST_ALARMS })
    : [];
  const cards = deskQueue([...cars.map(ofCar), ...calls.map(ofCall), ...alarms.map(ofAlarm)]).map(cardOf);
  return {
    cards: await withFacts(tx, cards),
    moreAlarms: Math.max(0, (alarms[0]?.totalCount ?? 0) - alarms.length),
    mine: await figuresSince(tx, new Date(dayStart(nowMs, tx.who.zone))),
  };
}

const ofCar = (car: DeskCar): Thing => ({ ...placeOf(car), kind: 'waiting', at: car.happenedAt.getTime(), car });
const ofCall = (call: DeskCall): Thing => ({ ...placeOf(call), kind: 'call', at: call.calledAt.getTime(), call });
const ofAlarm = (alarm: OpenAlarm): Thing => ({
  ...placeOf(alarm),
  kind: 'alarm',
  at: alarm.raisedAt.getTime(),
  alarm,
});

function placeOf({ laneId, plate, passingId }: Pick<DeskThing, 'laneId' | 'plate' | 'passingId'>) {
  return { laneId, plate, passingId };
}

/** Makes one card of the things about one car. */
function cardOf(things: readonly Thing[]): Card {
  const cars = things.flatMap((one) => (one.kind === 'waiting' ? [one.car] : []));
  const calls = things.flatMap((one) => (one.kind === 'call' ? [one.call] : []));
  const alarms = things.flatMap((one) => (one.kind === 'alarm' ? [one.alarm] : []));
  const [car] = cars;
  const [call] = calls;
  const first = car ?? call ?? alarms[0]!;
  const [lead] = things;
  return {
    id: `${lead!.kind}:${car?.passingId ?? call?.id ?? alarms[0]!.id}`,
    since: new Date(Math.min(...things.map((one) => one.at))),
    lotId: first.lotId,
    laneId: first.laneId,
    plate: first.plate,
    direction: car?.direction ?? null,
    plateColor: car?.plateColor ?? null,
    readPlate: car?.readPlate ?? null,
    confidence: car?.confidence ?? null,
    standing: car?.standing ?? null,
    picture: car?.picture ?? alarms.find((one) => one.picture !== null)?.picture ?? null,
    passingId: first.passingId,
    isWaiting: car !== undefined,
    orderId: car ? car.orderId : (alarms.find((one) => one.orderId !== null)?.orderId ?? null),
    dueFen: car?.dueFen ?? 0,
    reasonZh: car?.reasonZh ?? null,
    reasonEn: car?.reasonEn ?? null,
    claimedById: car?.claimedById ?? null,
    claimedByName: car?.claimedByName ?? null,
    call: call ?? null,
    alarms,
  };
}

/** Adds the facts of the passing to cards whose car no longer waits. */
async function withFacts(tx: TenantTx, cards: readonly Card[]): Promise<Card[]> {
  const ids = cards.flatMap((one) => (one.isWaiting || one.passingId === null ? [] : [one.passingId]));
  if (ids.length === 0) return [...cards];
  const facts = new Map((await passingsOf(tx, ids)).map(({ id, ...fact }) => [id, fact]));
  return cards.map((card) => (card.isWaiting ? card : { ...card, ...facts.get(card.passingId ?? '') }));
}
