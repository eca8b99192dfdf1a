import type { Input } from '@boyun/kernel/contract';
import type { TenantTx } from '@boyun/kernel/server';
import type { createSpots } from './spot.contract.ts';

/** Returns which of the given numbers already exist in a lot. */
export async function findSpotNumbers(tx: TenantTx, lotId: string, numbers: readonly string[]): Promise<string[]> {
  const rows = await tx.query<{ number: string }>(
    'select number from spot where tenant_id = $1 and lot_id = $2 and number = any($3::text[])',
    [tx.tenantId, lotId, numbers],
  );
  return rows.map((row) => row.number);
}

/** Inserts free spots of one kind in one statement. */
export async function insertSpots(
  tx: TenantTx,
  of: Pick<Input<typeof createSpots>, 'lotId' | 'garageId' | 'zoneName' | 'kind'>,
  numbers: readonly string[],
): Promise<void> {
  await tx.query(
    `insert into spot (tenant_id, id, created_at, updated_at, number, lot_id, garage_id, zone_name, kind, state)
     select $1, id, $2, $2, number, $3, $4, $5, $6, 'free' from unnest($7::uuid[], $8::text[]) as new(id, number)`,
    [tx.tenantId, tx.now, of.lotId, of.garageId, of.zoneName, of.kind, numbers.map(() => tx.newId()), numbers],
  );
}

/** Marks a spot of a lot, found by its number, as free or taken; a closed spot stays closed. */
export async function setSpotState(
  tx: TenantTx,
  lotId: string,
  number: string,
  state: 'free' | 'taken',
): Promise<void> {
  await tx.query(
    `update spot set state = $4, updated_at = $5 where tenant_id = $1 and lot_id = $2 and number = $3 and state <> 'closed'`,
    [tx.tenantId, lotId, number, state, tx.now],
  );
}

/** A spot as a detector is bound to it. */
export interface DetectedSpot {
  readonly id: string;
  readonly number: string;
  readonly lotId: string;
  readonly detectorNo: string | null;
}

/** Returns the spots that have one of these detectors. */
export function findDetected(tx: TenantTx, detectorNos: readonly string[]): Promise<DetectedSpot[]> {
  return tx.query<DetectedSpot>(
    'select id, number, lot_id, detector_no from spot where tenant_id = $1 and detector_no = any($2::text[])',
    [tx.tenantId, detectorNos],
  );
}

/** Binds a detector to a spot, or (null) to none. Returns the spot, or null where the lot has no such spot. */
export async function bindDetector(
  tx: TenantTx,
  lotId: string,
  detectorNo: string,
  spotId: string | null,
): Promise<DetectedSpot | null> {
  await tx.query(
    `update spot set detector_no = null, version = version + 1, updated_at = $4
     where tenant_id = $1 and detector_no = $2 and id is distinct from $3::uuid`,
    [tx.tenantId, detectorNo, spotId, tx.now],
  );
  const [row] = await tx.query<DetectedSpot>(
    `update spot set detector_no = $4, version = version + 1, updated_at = $5
     where tenant_id = $1 and id = $2 and lot_id = $3 returning id, number, lot_id, detector_no`,
    [tx.tenantId, spotId, lotId, detectorNo, tx.now],
  );
  return row ?? null;
}
