import { FindingKind, type Found } from '@boyun/domain/patrol';
import { plateColorOf, plateColor as plateColors } from '@boyun/domain/plate';
import type { TenantTx } from '@boyun/kernel/server';
import type { CarContext } from '../car/patrol-car.queries.ts';
import { findingMade } from './patrol-finding-event.contract.ts';

/** What was found about a plate, where and when. */
export interface SeenFindings {
  /** The sighting. */
  readonly id: string;
  readonly at: Date;
  readonly tourId: string | null;
  readonly plate: string;
  readonly plateColor: number;
  readonly lot: { readonly id: string } | null;
  readonly spotNumber: string | null;
  readonly longitude: number | null;
  readonly latitude: number | null;
  readonly orderId: string | null;
  readonly owedFen: number;
  readonly found: readonly Found[];
}

/** A finding as the history names it. */
export const aboutFinding = ({ id, plate, kind }: { id: string; plate: string; kind: FindingKind }) => ({
  subjectKind: 'patrol-finding',
  subjectId: id,
  subject: `${plate} ${FindingKind[kind].zh}`,
});

/** What somebody has handled is not found again for this long. */
const HANDLED_HOURS = 12;

/** Files findings; one that is open already, or was handled a short time ago, is counted there. */
export async function noteFindings(tx: TenantTx, car: CarContext, seen: SeenFindings): Promise<void> {
  for (const one of seen.found) if (!(await countHandled(tx, seen, one))) await noteFinding(tx, car, seen, one);
}

async function countHandled(tx: TenantTx, { plate, lot, at }: SeenFindings, { kind }: Found): Promise<boolean> {
  const rows = await tx.query(
    `update patrol_finding set seen_count = seen_count + 1, last_seen_at = greatest(last_seen_at, $5)
     where id = (select id from patrol_finding where tenant_id = $1 and plate = $2 and kind = $3
         and lot_id is not distinct from $4 and state in ('confirmed', 'dismissed')
         and handled_at > $6::timestamptz - interval '${HANDLED_HOURS} hours' order by handled_at desc limit 1)
       and tenant_id = $1
       and not exists (select from patrol_finding where tenant_id = $1 and plate = $2 and kind = $3
         and lot_id is not distinct from $4 and state = 'open')
     returning id`,
    [tx.tenantId, plate, kind, lot?.id ?? null, at, tx.now],
  );
  return rows.length > 0;
}

async function noteFinding(tx: TenantTx, car: CarContext, seen: SeenFindings, { kind, zh, en }: Found): Promise<void> {
  const id = tx.newId();
  const [row] = await tx.query<{ id: string }>(
    `insert into patrol_finding (tenant_id, id, sighting_id, car_id, tour_id, lot_id, kind, plate, plate_color, spot_number,
       order_id, owed_fen, detail_zh, detail_en, longitude, latitude, found_at, last_seen_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $17)
     on conflict (tenant_id, plate, kind, lot_id) where state = 'open' do update set
       seen_count = patrol_finding.seen_count + 1, last_seen_at = greatest(patrol_finding.last_seen_at, excluded.last_seen_at),
       order_id = coalesce(excluded.order_id, patrol_finding.order_id), owed_fen = excluded.owed_fen,
       detail_zh = excluded.detail_zh, detail_en = excluded.detail_en
     returning id`,
    [
      tx.tenantId,
      id,
      seen.id,
      car.carId,
      seen.tourId,
      seen.lot?.id ?? null,
      kind,
      seen.plate,
      seen.plateColor || plateColors[plateColorOf(seen.plate)].code,
      seen.spotNumber,
      seen.orderId,
      kind === 'arrears' ? seen.owedFen : 0,
      zh,
      en,
      seen.longitude,
      seen.latitude,
      seen.at,
    ],
  );
  if (row?.id !== id) return;
  const data = { findingId: id, kind, plate: seen.plate, carName: car.name, detailZh: zh, detailEn: en };
  tx.emit(findingMade, { lotId: seen.lot?.id ?? null, subjectId: id, data });
}
