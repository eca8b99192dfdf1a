import type { TenantTx } from '@boyun/kernel/server';
import { MOST_PREVIEWED } from './preview.contract.ts';

/** An ended stay with its fee. */
export interface PastStay {
  readonly orderId: string;
  readonly lotId: string;
  readonly zone: string;
  readonly plate: string;
  readonly plateColor: number;
  readonly vehicleKind: string | null;
  readonly spotKind: string | null;
  readonly enteredAt: Date;
  readonly at: Date;
  readonly feeFen: number;
  readonly reducedFen: number;
}

// An empty list of lots means all that the caller sees.
const ENDED = `o.tenant_id = $1 and o.left_at >= $2 and o.parking_state = 'left' and o.fee_fen > 0
  and (cardinality($3::uuid[]) = 0 or o.lot_id = any($3)) and ($4::uuid[] is null or o.lot_id = any($4))`;

/** Returns the number of stays with a fee that ended since an instant. */
export async function countPastStays(tx: TenantTx, lotIds: readonly string[], from: Date): Promise<number> {
  const [row] = await tx.query<{ count: number }>(`select count(*)::int as count from stay_fact o where ${ENDED}`, [
    tx.tenantId,
    from,
    lotIds,
    tx.who.lotIds,
  ]);
  return row!.count;
}

/** Returns these stays in the order in which they ended; of more than `MOST_PREVIEWED` every n-th. */
export function findPastStays(tx: TenantTx, lotIds: readonly string[], from: Date, count: number): Promise<PastStay[]> {
  return tx.query<PastStay>(
    `select s.order_id, s.lot_id, s.zone, s.plate, s.plate_color, s.vehicle_kind, s.spot_kind, s.entered_at, s.at, s.fee_fen, s.reduced_fen
     from (select o.id as order_id, o.lot_id, l.time_zone as zone, o.plate, o.plate_color, o.vehicle_kind, o.spot_kind, o.entered_at,
         o.left_at as at, o.fee_fen, o.reduced_fen, row_number() over (order by o.left_at, o.id) as n
       from stay_fact o join lot_fact l on l.tenant_id = o.tenant_id and l.id = o.lot_id
       where ${ENDED}) as s
     where s.n % $5 = 0 order by s.n`,
    [tx.tenantId, from, lotIds, tx.who.lotIds, Math.max(1, Math.ceil(count / MOST_PREVIEWED))],
  );
}
