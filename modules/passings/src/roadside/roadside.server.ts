import { requireLot } from '@boyun/facilities/server';
import type { Output } from '@boyun/kernel/contract';
import { coversLot, handle, lotCondition, notFound, type TenantTx } from '@boyun/kernel/server';
import { listInside, priceOrders } from '@boyun/orders/server';
import { closeRoadside, getRoadside, openRoadside } from './roadside.contract.ts';
import { noteCar, noteGone } from './roadside.service.ts';

type SpotRow = Omit<Output<typeof getRoadside>['spots'][number], 'feeFen' | 'dueFen'>;

/** The spots of a roadside lot with the cars on them and what is due; of the first lot where none is chosen. */
export async function readStreet(tx: TenantTx, lotId: string | null): Promise<Output<typeof getRoadside>> {
  const where = lotCondition(tx.who, 'l', 'id');
  const lots = await tx.query<{ lotId: string; name: string }>(
    `select l.id as "lotId", l.name from lot_fact l where ${where.sql} and l.kind = 'roadside' and l.state = 'open' order by l.name`,
    where.values,
  );
  const chosen = lotId ?? lots[0]?.lotId ?? null;
  if (chosen && (!coversLot(tx.who, chosen) || !lots.some((one) => one.lotId === chosen)))
    throw notFound(tx.who, { zh: '路侧车场', en: 'Roadside lot' });
  if (!chosen) return { lotId: null, lots, freeCount: 0, takenCount: 0, spots: [] };
  const lot = await requireLot(tx, chosen);
  const rows = await tx.query<SpotRow>(
    `select s.id as "spotId", s.number, s.kind, s.state, s.detector_no is not null as "hasDetector", o.id as "orderId",
       o.plate, o.plate_color, o.entered_at, o.pay_state
     from spot_fact s left join (select i.order_id, p.* from car_inside_fact i
         join stay_fact p on p.tenant_id = i.tenant_id and p.id = i.order_id where i.tenant_id = $1 and i.lot_id = $2) o
       on o.spot_number = s.number
     where s.tenant_id = $1 and s.lot_id = $2 order by s.number limit 2000`,
    [tx.tenantId, lot.id],
  );
  const shown = new Set(rows.map((row) => row.orderId));
  const orders = (await listInside(tx, lot.id)).filter((one) => shown.has(one.id));
  const priced = orders.map((one) => ({ ...one, timeZone: lot.timeZone }));
  const quotes = await priceOrders(tx, priced, tx.now);
  const quoteOf = new Map(orders.map((one, index) => [one.id, quotes[index]!]));
  const spots = rows.map((row) => {
    const quote = row.orderId ? quoteOf.get(row.orderId) : undefined;
    const state = row.state === 'closed' ? row.state : quote ? ('taken' as const) : ('free' as const);
    return { ...row, state, feeFen: quote?.feeFen ?? 0, dueFen: quote?.dueFen ?? 0 };
  });
  return {
    lotId: lot.id,
    lots,
    freeCount: spots.filter((one) => one.state === 'free').length,
    takenCount: spots.filter((one) => one.state === 'taken').length,
    spots,
  };
}

/** Server handlers of roadside parking. */
export const roadsideServers = [
  handle(getRoadside, (tx, { lotId }) => readStreet(tx, lotId)),
  handle(openRoadside, async (tx, { spotId, plate }, act) => {
    const { orderId, isRenamed } = await noteCar(tx, spotId, plate);
    act.describe({ subjectKind: 'order', subjectId: orderId, subject: plate, after: { plate, isRenamed } });
    return { orderId, isRenamed };
  }),
  handle(closeRoadside, async (tx, { orderId }, act) => {
    const { order, dueFen } = await noteGone(tx, orderId);
    act.describe({
      subjectKind: 'order',
      subjectId: orderId,
      subject: `${order.orderNo} ${order.plate}`,
      after: { due: dueFen / 100 },
    });
    return { dueFen };
  }),
];
