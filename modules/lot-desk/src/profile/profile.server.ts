import { dayKey } from '@boyun/domain/period';
import { findCarsInside, requireLot } from '@boyun/facilities/server';
import { figuresOfToday } from '@boyun/insight/server';
import { handle } from '@boyun/kernel/server';
import { findTariffs } from '../lot-tariff/lot-tariff.queries.ts';
import { getLotProfile } from './profile.contract.ts';
import { countAlarms, countDevices, countSpots } from './profile.queries.ts';

const scopes = {
  lot: { zh: '本车场', en: 'This lot' },
  area: { zh: '所在片区', en: 'Its area' },
  all: { zh: '全部车场', en: 'All lots' },
};

/** The figures use the same statistics as the console, so that both always agree. */
export const getLotProfileServer = handle(getLotProfile, async (tx, { lotId }) => {
  const lot = await requireLot(tx, lotId);
  const cars = await findCarsInside(tx, [lotId]);
  const { entries, exits, receivedFen, unpaidCount } = await figuresOfToday(tx, lotId, lot.timeZone);
  const tariffs = await findTariffs(tx, lotId, dayKey(tx.now.getTime(), lot.timeZone));
  return {
    carsInside: cars.get(lotId) ?? 0,
    entries,
    exits,
    receivedFen,
    unpaidCount,
    openAlarms: await countAlarms(tx, lotId),
    ...(await countDevices(tx, lotId)),
    spots: await countSpots(tx, lotId),
    tariffs: tariffs.map(({ scopeKind, ...one }) => ({ ...one, scope: scopes[scopeKind][tx.who.language] })),
  };
});
