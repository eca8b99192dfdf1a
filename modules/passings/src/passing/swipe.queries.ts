import { noPlate } from '@boyun/domain/plate';
import type { TenantTx } from '@boyun/kernel/server';
import type { PassingFacts } from './passage.service.ts';

/** The plate of the car waiting at a lane, else of the last car let in there since a time (null: never); null if unread. */
export async function findPlateBeside(
  tx: TenantTx,
  laneId: string,
  since: Date | null,
): Promise<{ plate: string; plateColor: number; vehicleKind: string | null } | null> {
  const [row] = await tx.query<{ plate: string; plateColor: number; vehicleKind: string | null }>(
    `select plate, plate_color, vehicle_kind from (
       select true as waits, p.* from waiting_car w join passing p on p.tenant_id = w.tenant_id and p.id = w.passing_id
       where w.tenant_id = $1 and w.lane_id = $2
       union all
       (select false, p.* from passing p where p.tenant_id = $1 and p.lane_id = $2 order by p.id desc limit 1)
     ) seen where waits or (received_at >= $3::timestamptz and decision = 'open') order by waits desc limit 1`,
    [tx.tenantId, laneId, since],
  );
  return row && row.plate !== noPlate ? row : null;
}

/** A late message concerns the same car as another at the lane if both happened within this time. */
const BESIDE = "interval '10 seconds'";

/** The plate read at a lane within `BESIDE` of a past time; null if none. */
export async function findPlateAt(
  tx: TenantTx,
  { lotId, laneId, direction }: Pick<PassingFacts, 'lotId' | 'laneId' | 'direction'>,
  at: Date,
): Promise<{ plate: string; plateColor: number; vehicleKind: string | null } | null> {
  const [row] = await tx.query<{ plate: string; plateColor: number; vehicleKind: string | null }>(
    `select plate, plate_color, vehicle_kind from passing
     where tenant_id = $1 and lot_id = $2 and happened_at between $5::timestamptz - ${BESIDE} and $5::timestamptz + ${BESIDE} and lane_id = $3
       and direction = $4 and read_plate is not null and decision in ('open', 'record')
     order by happened_at limit 1`,
    [tx.tenantId, lotId, laneId, direction, at],
  );
  return row ?? null;
}

/** A swipe at a lane for a car whose plate had not been read yet. */
export interface SwipeBeside {
  readonly passingId: string;
  readonly orderId: string;
  /** The temporary plate of the card. */
  readonly plate: string;
  /** Plates the card is bound to; empty: any plate. */
  readonly cardPlates: readonly string[];
}

/** The swipe that belongs to a plate reading: the last event at the lane, or for a late reading one within `BESIDE` of it. */
export async function findSwipeBeside(
  tx: TenantTx,
  { laneId, direction }: Pick<PassingFacts, 'laneId' | 'direction'>,
  reading: { readonly happenedAt: Date; readonly isLate: boolean },
): Promise<SwipeBeside | null> {
  const [row] = await tx.query<SwipeBeside>(
    `select p.id as "passingId", p.order_id, p.plate, c.plates as "cardPlates"
     from card_use_fact u
     join passing p on p.tenant_id = u.tenant_id and p.id = u.passing_id
     join card_fact c on c.tenant_id = u.tenant_id and c.id = u.card_id
     where u.tenant_id = $1 and u.lane_id = $2 and u.at >= $4::timestamptz - ${BESIDE} and u.direction = $3
       and u.result <> 'refused' and p.order_id is not null and p.plate = c.temp_plate
       and case when $5 then p.happened_at between $4::timestamptz - ${BESIDE} and $4::timestamptz + ${BESIDE}
         else not exists (select from passing n where n.tenant_id = $1 and n.lane_id = $2 and n.id > p.id) end
     order by u.id desc limit 1`,
    [tx.tenantId, laneId, direction, reading.isLate ? reading.happenedAt : tx.now, reading.isLate],
  );
  return row ?? null;
}
