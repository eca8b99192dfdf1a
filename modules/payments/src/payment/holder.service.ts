import { type Language, Refusal } from '@boyun/kernel/contract';
import { asHolder, type Kernel, type TenantTx } from '@boyun/kernel/server';
import { findByPayCode, type ParkingOrder } from '@boyun/orders/server';
import { codeOfPass } from './pass-code.queries.ts';
import { paymentRefusal } from './payment.contract.ts';
import { codeOfReminder } from './reminder-code.queries.ts';

/** How long a stranger's page of a stay can be used. */
const PASS_MS = 2 * 3_600_000;

/** The order a code names. Who found it by the plate is a stranger, and sees no more than is needed to pay it. */
export interface Asked {
  readonly order: ParkingOrder;
  readonly isStranger: boolean;
}

/** Runs work for the holder of a pay code, in the tenant it belongs to. */
export const holding = <T>(kernel: Kernel, code: string, language: Language, work: (tx: TenantTx) => Promise<T>) =>
  asHolder(kernel, code, { name: 'driver', unknown: paymentRefusal['unknown-code'], language }, work);

/**
 * The order a code names: its own, that of a reminder, which stands for everything its plate owes, or that of a look-up at a fixed code;
 * null where it names none.
 */
export async function seekAsked(tx: TenantTx, code: string, isLocked: boolean): Promise<Asked | null> {
  const own = await findByPayCode(tx, code, isLocked);
  if (own) return { order: own, isStranger: false };
  const reminded = await codeOfReminder(tx, code);
  const found = reminded ?? (await codeOfPass(tx, code, new Date(tx.now.getTime() - PASS_MS)));
  const order = found && (await findByPayCode(tx, found, isLocked));
  return order ? { order, isStranger: reminded === null } : null;
}

/** `seekAsked`; refuses a code that names no order. */
export async function findAsked(tx: TenantTx, code: string, isLocked: boolean): Promise<Asked> {
  const asked = await seekAsked(tx, code, isLocked);
  if (!asked) throw new Refusal(paymentRefusal['unknown-code']);
  return asked;
}
