import { Refusal } from '@boyun/kernel/contract';
import type { TenantTx } from '@boyun/kernel/server';
import { type Change, reviewedAct } from '@boyun/reviews/server';
import { orderRefusal } from '../order/order.contract.ts';
import type { ParkingOrder } from '../order/order.queries.ts';
import { orderPictureCorrected } from '../order/order-event.contract.ts';
import { lockForChange, recordChange } from './change-trace.service.ts';
import { PictureSide } from './order-change.contract.ts';
import { orderReviews } from './order-review.contract.ts';

type Side = keyof typeof PictureSide;

const COLUMN = { entry: 'entry_picture', exit: 'exit_picture' } as const;
const NONE = { zh: '无', en: 'None' };

/** Describes a replaced picture; refuses the picture of an exit that has not happened, and the same picture again. */
export async function pictureChanges(
  tx: TenantTx,
  order: ParkingOrder,
  side: Side,
  picture: string,
): Promise<Change[]> {
  if (side === 'exit' && order.parkingState === 'inside') throw new Refusal(orderRefusal['no-exit-picture']);
  const [row] = await tx.query<{ picture: string | null }>(
    `select ${COLUMN[side]} as picture from parking_order where tenant_id = $1 and id = $2`,
    [tx.tenantId, order.id],
  );
  const pictureBefore = row!.picture;
  if (pictureBefore === picture) throw new Refusal(orderRefusal['nothing-changed']);
  return [
    {
      label: PictureSide[side],
      before: pictureBefore ? { zh: '原图片', en: 'The old picture' } : NONE,
      after: { zh: '新图片', en: 'A new picture' },
      pictureBefore,
      pictureAfter: picture,
    },
  ];
}

/** Replaces the picture of an entry or exit. The camera's picture stays with its passing and in the trace. */
export const askPicture = reviewedAct<{ orderId: string; side: Side; picture: string }>(
  orderReviews.picture.name,
  async (tx, { orderId, side, picture }, approval) => {
    const order = await lockForChange(tx, orderId, 'correct-picture');
    const changes = await pictureChanges(tx, order, side, picture);
    await tx.query(`update parking_order set ${COLUMN[side]} = $3, updated_at = $4 where tenant_id = $1 and id = $2`, [
      tx.tenantId,
      orderId,
      picture,
      tx.now,
    ]);
    await recordChange(tx, order, approval, {
      kind: 'picture',
      event: orderPictureCorrected,
      changes,
      data: { picture },
    });
  },
);
