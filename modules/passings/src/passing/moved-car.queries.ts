import { noPlate } from '@boyun/domain/plate';
import type { TenantTx } from '@boyun/kernel/server';
import type { PassType } from '@boyun/orders/contract';
import type { PassingFacts } from './passage.service.ts';

/** A car that waited at one lane and was seen at another. */
export interface MovedCar {
  readonly id: string;
  readonly lotId: string;
  readonly laneId: string;
  readonly direction: 'entry' | 'exit';
  readonly plate: string;
  readonly passType: PassType;
  readonly reason: { readonly zh: string; readonly en: string };
  readonly orderId: string | null;
}

/**
 * Removes the car that waits at the lane of a new one, and marks the new one as turned back at every other lane of the direction where it
 * waits, matched by plate or order; returns those passings.
 */
export function takePlace(
  tx: TenantTx,
  at: Pick<PassingFacts, 'lotId' | 'laneId' | 'direction' | 'plate' | 'orderId'>,
): Promise<MovedCar[]> {
  return tx.query<MovedCar>(
    `with cleared as (
       delete from waiting_car where tenant_id = $1 and lane_id = $3
     ), gone as (
       delete from waiting_car w using passing p
       where w.tenant_id = $1 and w.lot_id = $2 and w.lane_id <> $3
         and p.tenant_id = w.tenant_id and p.id = w.passing_id and p.direction = $4 and (p.plate = $5 or w.order_id = $6)
       returning w.passing_id
     )
     update passing set decision = 'refuse',
       pass_type = case direction when 'entry' then 'turned-back-entry' else 'turned-back-exit' end,
       reason_zh = case direction when 'entry' then '入口折返，驶往其他入口' else '出口折返，到其他出口离场' end,
       reason_en = case direction when 'entry' then 'Turned back and went to another entry'
         else 'Turned back and went to another exit' end
     from gone where passing.tenant_id = $1 and passing.id = gone.passing_id
     returning passing.id, lot_id, lane_id, direction, plate, pass_type,
       json_build_object('zh', reason_zh, 'en', reason_en) as reason, order_id`,
    [tx.tenantId, at.lotId, at.laneId, at.direction, at.plate === noPlate ? null : at.plate, at.orderId],
  );
}
