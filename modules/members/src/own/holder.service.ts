import type { TenantTx } from '@boyun/kernel/server';
import { findCarsOf } from '../car/car.queries.ts';
import { findCustomer } from '../customer/customer.queries.ts';
import { customerOf } from '../session/driver-session.service.ts';

/** A car that is certified for a customer, and since when. */
export interface HeldCar {
  readonly plate: string;
  readonly since: Date;
}

/** The customer whose things are looked for: those of the proven mobile, and of the cars that are certified. */
export interface Holder {
  readonly customerId: string;
  readonly mobile: string;
  readonly cars: readonly HeldCar[];
}

/** Returns the plates of a holder's cars. */
export const platesOf = ({ cars }: Pick<Holder, 'cars'>): string[] => cars.map((one) => one.plate);

/** Returns the cars that are certified for a customer. */
export function findHeldCars(tx: TenantTx, customerId: string): Promise<HeldCar[]> {
  return tx.query<HeldCar>(
    `select plate, decided_at as since from customer_car
     where tenant_id = $1 and customer_id = $2 and state = 'certified' order by is_default desc, created_at, id`,
    [tx.tenantId, customerId],
  );
}

/** Returns the customer who calls, with the cars that are theirs. */
export async function holderOf(tx: TenantTx): Promise<Holder> {
  const customerId = customerOf(tx);
  const { mobile } = (await findCustomer(tx, customerId))!;
  return { customerId, mobile: mobile!, cars: await findHeldCars(tx, customerId) };
}

/** Returns the customer who calls as somebody who books: name, proven mobile, and the plates of all own cars, the usual one first. */
export async function findBooker(tx: TenantTx): Promise<{ name: string | null; mobile: string; plates: string[] }> {
  const customerId = customerOf(tx);
  const { name, mobile } = (await findCustomer(tx, customerId))!;
  return { name, mobile: mobile!, plates: (await findCarsOf(tx, customerId)).map((one) => one.plate) };
}
