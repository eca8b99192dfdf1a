import { type PlateColor, plateColorLabel } from '@boyun/domain/plate';
import { lockCarsInside, requireLot } from '@boyun/facilities/server';
import { Refusal } from '@boyun/kernel/contract';
import { coversLot, notFound, type TenantTx } from '@boyun/kernel/server';
import { orderPlateCorrected, orderRefusal } from '@boyun/orders/contract';
import {
  correctedData,
  endStay,
  findInside,
  lockForChange,
  lockOrder,
  type ParkingOrder,
  priceOrder,
  recordChange,
  refuseIfInside,
  refuseOverlap,
  writeRepriced,
} from '@boyun/orders/server';
import { type Change, refuseMoreThanAgreed, reviewedAct } from '@boyun/reviews/server';
import {
  findUnmatchedExit,
  lockPassing,
  renamePassings,
  tieToOrder,
  type WaitingPassing,
} from '../passing/passing.queries.ts';
import { pricedAs } from '../passing/price-as.service.ts';
import { plateRefusal } from './plate-correction.contract.ts';
import { plateReviews } from './plate-review.contract.ts';

const same = (text: string) => ({ zh: text, en: text });

/** Reprices an order for a corrected plate and finds a matching exit without an order. Refuses overlapping stays. */
export async function withPlate(tx: TenantTx, order: ParkingOrder, plate: string, plateColor: PlateColor) {
  if (plate === order.plate && plateColor === order.plateColor) throw new Refusal(orderRefusal['nothing-changed']);
  const isInside = order.parkingState === 'inside';
  if (isInside) await refuseIfInside(tx, order, plate);
  const exit = isInside ? await findUnmatchedExit(tx, order.lotId, plate, order.enteredAt) : null;
  await refuseOverlap(tx, { ...order, plate, leftAt: exit?.happenedAt ?? order.leftAt });
  return { ...(await pricedAs(tx, order, plate, plateColor)), exit };
}

/** Changes of a plate correction, for display in a request. */
export function plateChanges(order: ParkingOrder, plate: string, plateColor: PlateColor): Change[] {
  const changes: Change[] = [];
  if (plate !== order.plate)
    changes.push({ label: { zh: '车牌', en: 'Plate' }, before: same(order.plate), after: same(plate) });
  if (plateColor !== order.plateColor)
    changes.push({
      label: { zh: '车牌颜色', en: 'Plate colour' },
      before: plateColorLabel[order.plateColor],
      after: plateColorLabel[plateColor],
    });
  return changes;
}

/** Corrects the plate of an order and of its passings; a matching exit without an order ends its stay. */
export const askPlate = reviewedAct<{ orderId: string; plate: string; plateColor: PlateColor }>(
  plateReviews.order.name,
  async (tx, { orderId, plate, plateColor }, approval) => {
    const order = await lockForChange(tx, orderId, 'correct-plate');
    const { exit, ...priced } = await withPlate(tx, order, plate, plateColor);
    if (order.leftAt) refuseMoreThanAgreed(approval, Math.abs(priced.quote.feeFen - order.feeFen));
    await writeRepriced(tx, order, priced);
    await renamePassings(tx, order.id, order.plate, plate);
    const changes = plateChanges(order, plate, plateColor);
    if (exit)
      changes.push({
        label: { zh: '出场', en: 'Exit' },
        before: { zh: '无', en: 'None' },
        after: { zh: '匹配到出场记录', en: 'Matched with its exit' },
      });
    await recordChange(tx, { ...order, plate }, approval, {
      kind: 'plate',
      event: orderPlateCorrected,
      changes,
      data: correctedData(priced),
    });
    if (exit) await leaveBy(tx, order.id, { ...exit, plate });
  },
);

/** Ends the stay of an order at an exit that had matched no order. */
async function leaveBy(
  tx: TenantTx,
  orderId: string,
  exit: { id: string; laneId: string; happenedAt: Date; picture: string | null; plate: string },
): Promise<void> {
  const order = (await lockOrder(tx, orderId))!;
  const lot = await requireLot(tx, order.lotId);
  const quote = await priceOrder(tx, order, exit.happenedAt, lot.timeZone);
  await endStay(tx, order, quote, {
    laneId: exit.laneId,
    passingId: exit.id,
    picture: exit.picture,
    leftAt: exit.happenedAt,
    passType: 'automatic',
  });
  await tieToOrder(tx, exit.id, order.id, 'automatic');
}

/** An exit without an order and the open stay of the correct plate, both locked; refuses if there is no such stay. */
export async function matchExit(
  tx: TenantTx,
  passingId: string,
  plate: string,
): Promise<{ passing: WaitingPassing; order: ParkingOrder }> {
  const [place] = await tx.query<{ lotId: string }>('select lot_id from passing where tenant_id = $1 and id = $2', [
    tx.tenantId,
    passingId,
  ]);
  if (place) await lockCarsInside(tx, place.lotId);
  const passing = await lockPassing(tx, passingId);
  if (!passing || passing.isVoid || !coversLot(tx.who, passing.lotId))
    throw notFound(tx.who, { zh: '过车记录', en: 'Passing record' });
  if (passing.orderId) throw new Refusal(plateRefusal['has-order']);
  if (passing.direction !== 'exit' || passing.isWaiting) throw new Refusal(plateRefusal['not-passed']);
  const order = await findInside(tx, passing.lotId, plate);
  if (!order || order.enteredAt > passing.happenedAt) throw new Refusal(plateRefusal['none-inside'], { plate });
  return { passing, order };
}

/** Changes of an exit correction, for display in a request. */
export const exitChanges = (passing: WaitingPassing, plate: string): Change[] => [
  { label: { zh: '出场识别车牌', en: 'Plate read at the exit' }, before: same(passing.plate), after: same(plate) },
  {
    label: { zh: '停车状态', en: 'Parking state' },
    before: { zh: '在场', en: 'Inside' },
    after: { zh: '已离场', en: 'Left' },
  },
];

/** Corrects the plate of an exit and ends the stay of that plate there. */
export const askExitPlate = reviewedAct<{ passingId: string; plate: string }>(
  plateReviews.exit.name,
  async (tx, { passingId, plate }, approval) => {
    const { passing, order } = await matchExit(tx, passingId, plate);
    await lockForChange(tx, order.id, 'correct-plate');
    await tieToOrder(tx, passing.id, order.id, 'automatic');
    await renamePassings(tx, order.id, passing.plate, plate);
    await recordChange(tx, order, approval, {
      kind: 'plate',
      event: orderPlateCorrected,
      changes: exitChanges(passing, plate),
      data: {},
    });
    await leaveBy(tx, order.id, { ...passing, plate });
  },
);
