import { type Language, Refusal } from '@boyun/kernel/contract';
import { asHolder, type Kernel, type TenantTx } from '@boyun/kernel/server';
import { findByPayCode, type ParkingOrder } from '@boyun/orders/server';
import { paymentRefusal } from './payment.contract.ts';
import { codeOfReminder } from './reminder-code.queries.ts';

/** Runs work for the holder of a pay code, in the tenant it belongs to. */
export const holding = <T>(kernel: Kernel, code: string, language: Language, work: (tx: TenantTx) => Promise<T>) =>
  asHolder(kernel, code, { name: 'driver', unknown: paymentRefusal['unknown-code'], language }, work);

/** The order a code names: its own, or that of a reminder, which stands for everything its plate owes. */
export async function findAsked(tx: TenantTx, code: string, isLocked: boolean): Promise<ParkingOrder> {
  const own = await findByPayCode(tx, code, isLocked);
  const ownCode = own ? null : await codeOfReminder(tx, code);
  const order = own ?? (ownCode && (await findByPayCode(tx, ownCode, isLocked)));
  if (!order) throw new Refusal(paymentRefusal['unknown-code']);
  return order;
}
