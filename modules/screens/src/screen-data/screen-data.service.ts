import { readSetting } from '@boyun/access/server';
import { findOnDuty } from '@boyun/duty/server';
import { dayRanges, findLots, type LotPlace } from '@boyun/insight/server';
import type { Output } from '@boyun/kernel/contract';
import { notFound, PLATE_MASK, type TenantTx } from '@boyun/kernel/server';
import { ScreenCard as CARDS, type ScreenCard, type ScreenLayout } from '../wall-screen/wall-screen.contract.ts';
import type { getWallScreen } from './screen-data.contract.ts';
import { closeOfDay, figuresOfDay, figuresOfMonth } from './screen-figure.service.ts';
import { readLanes } from './screen-lane.service.ts';
import { findLatestPassings, findOpenAlarms, findScreenLots } from './screen-live.queries.ts';
import {
  countAlarmKinds,
  countDevices,
  countOrigins,
  findRepairs,
  meanHandling,
  targetOf,
} from './screen-slow.queries.ts';

type Data = Output<typeof getWallScreen>;

/** What a screen is to show. */
export interface Look {
  readonly layout: ScreenLayout;
  readonly headline: string | null;
  readonly logo: string | null;
  /** Empty: all lots the caller may see. */
  readonly lotIds: readonly string[];
  /** Empty: everything. */
  readonly cards: readonly ScreenCard[];
  readonly isMasked: boolean;
}

/** Lots on the map and in the ranking of a screen, the largest first. */
const MOST_LOTS = 300;
const MOST_LANES = 12;
const MOST_BOOTHS = 6;

/** Reads what a screen shows; the transaction sees at most the lots of its caller. */
export async function readScreen(tx: TenantTx, look: Look, isFull: boolean): Promise<Data> {
  const found = await findLots(tx, look.lotIds.length > 0 ? look.lotIds : null);
  if (look.lotIds.length > 0 && found.length === 0) throw notFound(tx.who, { zh: '车场', en: 'Parking lot' });
  const lots = look.layout === 'v4' ? onlyFirst(found, look.lotIds) : found;
  const setting = await readSetting(tx);
  const zone = lots.length > 0 && new Set(lots.map((one) => one.zone)).size === 1 ? lots[0]!.zone : setting.timeZone;
  const day = await figuresOfDay(tx, lots, zone);
  const cards = look.cards.length > 0 ? look.cards : (Object.keys(CARDS) as ScreenCard[]);
  return {
    layout: look.layout,
    headline: look.headline ?? setting.brandName ?? setting.name,
    logo: look.logo ?? setting.logo,
    cards: [...cards],
    ...(await readLive(tx, look, lots, day)),
    zone,
    slow: isFull ? await readSlow(tx, lots, zone, day.today.receivedFen) : null,
  };
}

/** A screen of one lot shows the first of those named, else the one with the most cars. */
function onlyFirst(lots: readonly LotPlace[], asked: readonly string[]): LotPlace[] {
  const first = asked.map((id) => lots.find((one) => one.id === id)).find((one) => one !== undefined);
  const busiest = lots.toSorted((a, b) => b.carsInside - a.carsInside)[0];
  return [first ?? busiest].filter((one) => one !== undefined);
}

async function readLive(
  tx: TenantTx,
  look: Look,
  lots: readonly LotPlace[],
  day: Awaited<ReturnType<typeof figuresOfDay>>,
) {
  const ids = lots.map((one) => one.id);
  const isOne = look.layout === 'v4';
  const plateOf = (plate: string) => (look.isMasked ? plate.slice(0, 2) + PLATE_MASK : plate);
  const pictureOf = (picture: string | null) => (look.isMasked ? null : picture);
  const places = new Map((await findScreenLots(tx, ids)).map((one) => [one.id, one]));
  const shown = lots.toSorted((a, b) => b.capacity - a.capacity).slice(0, MOST_LOTS);
  const passings = await findLatestPassings(tx, ids);
  const alarms = await findOpenAlarms(tx, ids);
  const lanes = isOne && ids.length > 0 ? await readLanes(tx, ids[0]!, MOST_LANES) : [];
  return {
    at: tx.now,
    today: day.today,
    yesterday: day.yesterday,
    carsInside: lots.reduce((sum, one) => sum + one.carsInside, 0),
    capacity: lots.reduce((sum, one) => sum + one.capacity, 0),
    lotCount: lots.length,
    lots: shown.flatMap(({ id, carsInside, capacity }) => {
      const place = places.get(id);
      const { entries, exits, receivedFen } = day.ofLot(id);
      return place ? [{ ...place, carsInside, capacity, entries, exits, receivedFen }] : [];
    }),
    passings: passings.map((one) => ({
      ...one,
      plate: plateOf(one.plate),
      picture: pictureOf(one.picture),
    })) as Data['passings'],
    openAlarms: [...places.values()].reduce((sum, one) => sum + one.alarms, 0),
    alarms: alarms.map((one) => ({ ...one, plate: one.plate && plateOf(one.plate) })),
    hours: day.hours,
    channels: day.channels,
    lanes: lanes.map((one) => ({
      ...one,
      plate: one.plate && plateOf(one.plate),
      picture: pictureOf(one.picture),
    })),
    onDuty: isOne ? await findOnDuty(tx, ids, MOST_BOOTHS) : [],
  };
}

async function readSlow(tx: TenantTx, lots: readonly LotPlace[], zone: string, soFar: number): Promise<Data['slow']> {
  const ids = lots.map((one) => one.id);
  const dayStart = new Date(dayRanges(tx.now.getTime(), zone).today.fromMs);
  const { month, days } = await figuresOfMonth(tx, lots, zone);
  return {
    close: await closeOfDay(tx, lots, zone, soFar),
    origins: await countOrigins(tx, ids, dayStart),
    month: { ...month, targetFen: await targetOf(tx, ids) },
    days,
    devices: await countDevices(tx, ids),
    alarmKinds: await countAlarmKinds(tx, ids, dayStart),
    handled: await meanHandling(tx, ids),
    repairs: (await findRepairs(tx, ids)) as NonNullable<Data['slow']>['repairs'],
  };
}
