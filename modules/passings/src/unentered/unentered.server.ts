import { Refusal } from '@boyun/kernel/contract';
import { coversLot, handle, notFound } from '@boyun/kernel/server';
import type { ParkingOrder } from '@boyun/orders/server';
import { passingRefusal } from '../passing/passing.contract.ts';
import { getUnentered, markUnentered, UnenteredObstacle } from './unentered.contract.ts';
import { endUnentered, lockLetIn, whyEntered } from './unentered.service.ts';

/** Server handlers for cars that were let in but did not enter. */
export const unenteredServers = [
  handle(getUnentered, async (tx, { passingId }) => {
    const [found] = await tx.query<Pick<ParkingOrder, 'plate' | 'lotId' | 'entryPassingId' | 'parkingState'>>(
      `select p.plate, p.lot_id, o.entry_passing_id, o.parking_state
       from passing p left join stay_fact o on o.tenant_id = p.tenant_id and o.id = p.order_id
       where p.tenant_id = $1 and p.id = $2`,
      [tx.tenantId, passingId],
    );
    if (!found || !coversLot(tx.who, found.lotId)) throw notFound(tx.who, { zh: '过车记录', en: 'Passing record' });
    return { plate: found.plate, obstacle: await whyEntered(tx, passingId, found) };
  }),
  handle(markUnentered, async (tx, { passingId }, act) => {
    const { passing, order, obstacle } = await lockLetIn(tx, passingId);
    if (obstacle) throw new Refusal(passingRefusal.entered, { reason: UnenteredObstacle[obstacle][tx.who.language] });
    const note = { zh: `${tx.who.name}确认车辆未入场`, en: `${tx.who.name} confirmed that the car did not enter` };
    await endUnentered(tx, order!, note);
    act.describe({ subjectKind: 'passing', subjectId: passing.id, subject: passing.plate });
    return {};
  }),
];
