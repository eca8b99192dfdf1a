import { randomBytes } from 'node:crypto';
import { requireLot } from '@boyun/facilities/server';
import { Refusal } from '@boyun/kernel/contract';
import { coversLots, handle, notFound, serveResource } from '@boyun/kernel/server';
import { type CarState, patrolCar, patrolCarRefusal, rotatePatrolSecret } from './patrol-car.contract.ts';
import { patrolSecretRotated } from './patrol-car-event.contract.ts';

/** Without a call for this long a car is offline. */
const SILENT_MS = 10 * 60_000;

/** Whether a car is in touch. */
export function carStateOf(lastSeenAt: Date | null, now: Date): keyof typeof CarState {
  if (!lastSeenAt) return 'never';
  return now.getTime() - lastSeenAt.getTime() < SILENT_MS ? 'online' : 'offline';
}

/** Patrol cars. */
export const patrolCarServer = serveResource(patrolCar, {
  async beforeWrite(tx, values) {
    for (const lotId of new Set(values.lotIds ?? [])) await requireLot(tx, lotId);
    return values.lotIds ? { ...values, lotIds: [...new Set(values.lotIds)] } : values;
  },
  async beforeDelete(tx, row) {
    const used = await tx.query(
      `select from patrol_tour where tenant_id = $1 and car_id = $2
       union all select from patrol_route where tenant_id = $1 and car_id = $2
       union all select from patrol_finding where tenant_id = $1 and car_id = $2 limit 1`,
      [tx.tenantId, row.id],
    );
    if (used.length > 0) throw new Refusal(patrolCarRefusal['has-tours']);
  },
  async afterRead(tx, rows) {
    for (const row of rows) row.state = carStateOf(row.lastSeenAt, tx.now);
  },
});

/** The secret is returned in plain text only here. */
export const rotatePatrolSecretServer = handle(rotatePatrolSecret, async (tx, { carId }, act, kernel) => {
  const [row] = await tx.query<{ name: string; serialNo: string; lotIds: string[] }>(
    'select name, serial_no, lot_ids from patrol_car where tenant_id = $1 and id = $2 for update',
    [tx.tenantId, carId],
  );
  if (!row || !coversLots(tx.who, row.lotIds)) throw notFound(tx.who, patrolCar.title);
  const deviceSecret = randomBytes(32).toString('base64url');
  await tx.query(
    'update patrol_car set secret_sealed = $3, version = version + 1, updated_at = $4 where tenant_id = $1 and id = $2',
    [tx.tenantId, carId, kernel.secrets.encrypt(deviceSecret), tx.now],
  );
  act.describe({ subjectKind: patrolCar.name, subjectId: carId, subject: row.name });
  tx.emit(patrolSecretRotated, { subjectId: carId, data: { carId } });
  return {
    serialNo: row.serialNo,
    deviceSecret,
    sightingPath: '/api/patrol/sightings',
    positionPath: '/api/patrol/positions',
    tourPath: '/api/patrol/tour',
  };
});
