import type { TenantTx } from '@boyun/kernel/server';
import type { CarState } from './car.contract.ts';

/** A car of a customer, as business sees it. */
export interface CarRow {
  readonly id: string;
  readonly customerId: string;
  readonly plate: string;
  readonly plateColor: number;
  readonly isDefault: boolean;
  readonly state: CarState;
  readonly note: string | null;
  readonly createdAt: Date;
}

const COLUMNS = 'id, customer_id, plate, plate_color, is_default, state, note, created_at';

/** Returns the cars of a customer, the usual one first. */
export function findCarsOf(tx: TenantTx, customerId: string): Promise<CarRow[]> {
  return tx.query<CarRow>(
    `select ${COLUMNS} from customer_car where tenant_id = $1 and customer_id = $2 order by is_default desc, created_at, id`,
    [tx.tenantId, customerId],
  );
}

/** Returns a car; null where there is none. */
export async function findCar(tx: TenantTx, id: string): Promise<CarRow | null> {
  const [row] = await tx.query<CarRow>(`select ${COLUMNS} from customer_car where tenant_id = $1 and id = $2`, [
    tx.tenantId,
    id,
  ]);
  return row ?? null;
}

/** Returns a car, locked; null where there is none. */
export async function lockCar(tx: TenantTx, id: string): Promise<CarRow | null> {
  const [row] = await tx.query<CarRow>(
    `select ${COLUMNS} from customer_car where tenant_id = $1 and id = $2 for update`,
    [tx.tenantId, id],
  );
  return row ?? null;
}

/** Returns the car that is certified under a plate, locked; null where none is. */
export async function lockCertified(tx: TenantTx, plate: string): Promise<CarRow | null> {
  const [row] = await tx.query<CarRow>(
    `select ${COLUMNS} from customer_car where tenant_id = $1 and plate = $2 and state = 'certified' for update`,
    [tx.tenantId, plate],
  );
  return row ?? null;
}

/** Records a state, with who decided it and why; `proof` is what certifies. */
export async function setCarState(
  tx: TenantTx,
  id: string,
  {
    state,
    proof = null,
    note,
    by,
  }: { state: CarState; proof?: 'record' | 'person' | null; note: string | null; by: string | null },
): Promise<void> {
  await tx.query(
    `update customer_car set state = $3, proof = $4, note = $5, updated_at = $6, version = version + 1,
       asked_at = case when $3 = 'pending' then $6 else asked_at end,
       decided_at = case when $3 = 'pending' then null else $6::timestamptz end, decided_by = $7
     where tenant_id = $1 and id = $2`,
    [tx.tenantId, id, state, proof, note, tx.now, by],
  );
}

/** Returns the keys of the pictures of cars. */
export async function picturesOf(tx: TenantTx, carIds: readonly string[]): Promise<Map<string, string[]>> {
  const rows = await tx.query<{ carId: string; keys: string[] }>(
    `select car_id, array_agg(key order by at, id) as keys from customer_car_picture
     where tenant_id = $1 and car_id = any($2::uuid[]) group by car_id`,
    [tx.tenantId, carIds],
  );
  return new Map(rows.map((one) => [one.carId, one.keys]));
}

/** Another claim of a plate. */
export interface Claim {
  readonly id: string;
  readonly name: string | null;
  readonly mobile: string | null;
  readonly state: CarState;
  readonly claimedAt: Date;
}

/** Returns what others claim of the plate of a car. */
export function findOtherClaims(tx: TenantTx, car: Pick<CarRow, 'id' | 'plate'>): Promise<Claim[]> {
  return tx.query<Claim>(
    `select a.id, c.name, c.mobile, a.state, a.created_at as "claimedAt" from customer_car a
     join customer_fact c on c.tenant_id = a.tenant_id and c.id = a.customer_id
     where a.tenant_id = $1 and a.plate = $2 and a.id <> $3 order by a.created_at, a.id`,
    [tx.tenantId, car.plate, car.id],
  );
}
