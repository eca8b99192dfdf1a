import { dayRanges, figuresOf, findLots, flowByLot, sumStretches } from '@boyun/insight/server';
import { handle, notFound } from '@boyun/kernel/server';
import { readLanes } from '../screen-data/screen-lane.service.ts';
import { findOpenAlarms } from '../screen-data/screen-live.queries.ts';
import { findPlace } from '../screen-data/screen-lot.queries.ts';
import { getLotCard, getLotMap, MOST_ON_MAP } from './lot-map.contract.ts';
import { countOpenAlarms, findMapDevices, findMapLots } from './lot-map.queries.ts';

const FLOW_MS = 2 * 3_600_000;
const MOST_LANES = 50;

const getLotMapServer = handle(getLotMap, async (tx, input) => {
  const found = await findMapLots(tx, input);
  const nowMs = tx.now.getTime();
  const flow = await flowByLot(tx, { fromMs: nowMs - FLOW_MS, toMs: nowMs });
  return {
    at: tx.now,
    lots: found.slice(0, MOST_ON_MAP).map((one) => ({ ...one, flow: flow.get(one.id) ?? 0 })),
    isCut: found.length > MOST_ON_MAP,
  };
});

const getLotCardServer = handle(getLotCard, async (tx, { lotId }) => {
  const [lot] = await findLots(tx, [lotId]);
  if (!lot) throw notFound(tx.who, { zh: '车场', en: 'Parking lot' });
  const sums = await sumStretches(tx, [lotId], [dayRanges(tx.now.getTime(), lot.zone).today], []);
  const { entries, exits, receivedFen } = figuresOf(sums);
  return {
    ...(await findPlace(tx, lotId)),
    carsInside: lot.carsInside,
    capacity: lot.capacity,
    entries,
    exits,
    receivedFen,
    lanes: await readLanes(tx, lotId, MOST_LANES),
    devices: await findMapDevices(tx, lotId),
    alarmCount: await countOpenAlarms(tx, lotId),
    alarms: await findOpenAlarms(tx, [lotId]),
  };
});

/** The map of lots and the card of one. */
export const lotMapServers = [getLotMapServer, getLotCardServer];
