import type { Database, TenantTx } from '@boyun/kernel/server';

/** A car that signs its calls. */
export interface CarContext {
  readonly tenantId: number;
  readonly carId: string;
  readonly name: string;
  readonly lotIds: readonly string[];
  /** One of its lots, with its IANA zone: times without one are in it. */
  readonly lotId: string;
  readonly zone: string;
  readonly canOpenOrders: boolean;
  readonly isEnabled: boolean;
}

const CONTEXT = `c.tenant_id, c.id as "carId", c.name, c.lot_ids, l.id as "lotId", l.time_zone as zone, c.can_open_orders, c.is_enabled`;
const JOINED = `from patrol_car c cross join lateral (
  select id, time_zone from lot_fact where tenant_id = c.tenant_id and id = any(c.lot_ids) order by name limit 1) l`;

/** The cars with a serial number, in the tenant of that code or (null) in all; at most five, the signature decides. */
export function findSigningCars(
  database: Database,
  serialNo: string,
  tenantCode: string | null,
): Promise<(CarContext & { readonly secretSealed: string })[]> {
  return database.closed.without(database.systemOf.gate)(
    `select ${CONTEXT}, c.secret_sealed ${JOINED} join tenant t on t.id = c.tenant_id
     where c.serial_no = $1 and c.secret_sealed is not null and ($2::text is null or t.code = $2)
     order by c.tenant_id limit 5`,
    [serialNo, tenantCode],
  );
}

/** Returns a car of the tenant, locked; null where there is none. */
export async function findCar(tx: TenantTx, carId: string): Promise<CarContext | null> {
  const [row] = await tx.query<CarContext>(
    `select ${CONTEXT} ${JOINED} where c.tenant_id = $1 and c.id = $2 for update of c`,
    [tx.tenantId, carId],
  );
  return row ?? null;
}

/** Notes that a car was heard of, and how far its clock is behind. */
export async function noteCarSeen(tx: TenantTx, carId: string, offsetMs: number): Promise<void> {
  await tx.query(
    `update patrol_car set last_seen_at = $3, clock_offset_seconds = $4 where tenant_id = $1 and id = $2`,
    [tx.tenantId, carId, tx.now, Math.round(offsetMs / 1000)],
  );
}
