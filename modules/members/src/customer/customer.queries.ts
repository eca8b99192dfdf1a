import type { TenantTx } from '@boyun/kernel/server';
import type { CustomerChannel, CustomerState } from './customer.contract.ts';

/** A customer as business sees it. */
export interface CustomerRow {
  readonly id: string;
  readonly mobile: string | null;
  readonly name: string | null;
  readonly state: CustomerState;
  readonly language: 'zh' | 'en';
  readonly registeredAt: Date;
}

const COLUMNS = 'id, mobile, name, state, language, registered_at';

/** Returns a customer, locked where asked; null where there is none. */
export async function findCustomer(tx: TenantTx, id: string, isLocked = false): Promise<CustomerRow | null> {
  const [row] = await tx.query<CustomerRow>(
    `select ${COLUMNS} from customer where tenant_id = $1 and id = $2 ${isLocked ? 'for update' : ''}`,
    [tx.tenantId, id],
  );
  return row ?? null;
}

/** Returns the customer of a mobile; null where it is nobody's. */
export async function findByMobile(tx: TenantTx, mobile: string): Promise<CustomerRow | null> {
  const [row] = await tx.query<CustomerRow>(`select ${COLUMNS} from customer where tenant_id = $1 and mobile = $2`, [
    tx.tenantId,
    mobile,
  ]);
  return row ?? null;
}

/** How a customer is entered. */
export interface NewCustomer {
  readonly mobile: string;
  readonly name: string | null;
  readonly language: 'zh' | 'en';
  readonly channel: CustomerChannel;
  readonly referrerId: string | null;
}

/** Inserts a customer unless the mobile has one; returns the id of the new one. */
export async function insertCustomer(tx: TenantTx, given: NewCustomer): Promise<string | null> {
  const [made] = await tx.query<{ id: string }>(
    `insert into customer (tenant_id, id, created_at, updated_at, registered_at, mobile, name, language, channel, referrer_id)
     values ($1, $2, $3, $3, $3, $4, $5, $6, $7, $8) on conflict (tenant_id, mobile) do nothing returning id`,
    [tx.tenantId, tx.newId(), tx.now, given.mobile, given.name, given.language, given.channel, given.referrerId],
  );
  return made?.id ?? null;
}

/** Changes the state of a customer. */
export async function setState(tx: TenantTx, id: string, state: CustomerState): Promise<void> {
  await tx.query(
    'update customer set state = $3, updated_at = $4, version = version + 1 where tenant_id = $1 and id = $2',
    [tx.tenantId, id, state, tx.now],
  );
}

/** The money in the wallets of customers by mobile, and the number of their certified cars by id. */
export async function findFigures(tx: TenantTx, ids: readonly string[]) {
  return tx.query<{ id: string; balanceFen: number | null; carCount: number }>(
    `select c.id, w.balance_fen,
       (select count(*)::int from customer_car_fact a where a.tenant_id = c.tenant_id and a.customer_id = c.id) as "carCount"
     from customer c left join wallet_fact w on w.tenant_id = c.tenant_id and w.mobile = c.mobile
     where c.tenant_id = $1 and c.id = any($2::uuid[])`,
    [tx.tenantId, ids],
  );
}

/** Returns the cars of a customer. */
export function findShownCars(
  tx: TenantTx,
  customerId: string,
): Promise<{ id: string; plate: string; isCertified: boolean }[]> {
  return tx.query(
    `select id, plate, state = 'certified' as "isCertified" from customer_car
     where tenant_id = $1 and customer_id = $2 order by is_default desc, created_at, id`,
    [tx.tenantId, customerId],
  );
}

/** Returns the last stays of a customer's certified cars, in the lots that the caller sees. */
export function findLastStays(tx: TenantTx, customerId: string) {
  return tx.query<{
    orderId: string;
    orderNo: string;
    plate: string;
    lotName: string;
    enteredAt: Date;
    feeFen: number;
    dueFen: number;
  }>(
    `select o.id as "orderId", o.order_no, o.plate, l.name as "lotName", o.entered_at, o.fee_fen, o.due_fen
     from customer_car_fact a join stay_fact o on o.tenant_id = a.tenant_id and o.plate = a.plate
     join lot_fact l on l.tenant_id = o.tenant_id and l.id = o.lot_id
     where a.tenant_id = $1 and a.customer_id = $2 and ($3::uuid[] is null or o.lot_id = any($3::uuid[]))
     order by o.entered_at desc, o.id limit 10`,
    [tx.tenantId, customerId, tx.who.lotIds],
  );
}
