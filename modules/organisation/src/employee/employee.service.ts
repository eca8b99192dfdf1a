import {
  endSessions,
  giveInitialPassword,
  lockAdmins,
  type ManagedAccount,
  requireAdminLeft,
  requireManaged,
  setAccountState,
} from '@boyun/access/server';
import { Refusal } from '@boyun/kernel/contract';
import type { TenantTx } from '@boyun/kernel/server';
import { employeeRefusal } from './employee.contract.ts';
import { employeeFrozen, employeeUnfrozen, passwordIssued } from './employee-event.contract.ts';

/** Freezes an account and ends its session; throws `not-yourself`, `already-frozen` and `last-admin`. */
export async function freeze(tx: TenantTx, id: string): Promise<ManagedAccount> {
  if (id === tx.who.userId) throw new Refusal(employeeRefusal['not-yourself']);
  await lockAdmins(tx);
  const found = await requireManaged(tx, id);
  if (found.state === 'frozen') throw new Refusal(employeeRefusal['already-frozen']);
  await setAccountState(tx, id, 'frozen');
  await requireAdminLeft(tx);
  await endSessions(tx, id, 'frozen');
  tx.emit(employeeFrozen, { subjectId: id, data: { account: found.account } });
  return found;
}

/** Unfreezes an account; throws `not-frozen`. */
export async function unfreeze(tx: TenantTx, id: string): Promise<ManagedAccount> {
  const found = await requireManaged(tx, id);
  if (found.state !== 'frozen') throw new Refusal(employeeRefusal['not-frozen']);
  await setAccountState(tx, id, 'active');
  tx.emit(employeeUnfrozen, { subjectId: id, data: { account: found.account } });
  return found;
}

/** Retires an account permanently, keeping its row because histories refer to it; throws `not-yourself` and `last-admin`. */
export async function leave(tx: TenantTx, id: string): Promise<void> {
  if (id === tx.who.userId) throw new Refusal(employeeRefusal['not-yourself']);
  await lockAdmins(tx);
  await requireManaged(tx, id);
  await setAccountState(tx, id, 'left');
  await requireAdminLeft(tx);
  await endSessions(tx, id, 'forced');
}

/** Issues a new initial password, ends the session and returns the password, which is not stored in plain text. */
export async function issuePassword(tx: TenantTx, id: string): Promise<ManagedAccount & { initialPassword: string }> {
  if (id === tx.who.userId) throw new Refusal(employeeRefusal['not-yourself']);
  const found = await requireManaged(tx, id);
  const initialPassword = await giveInitialPassword(tx, id);
  await endSessions(tx, id, 'password-reset');
  tx.emit(passwordIssued, { subjectId: id, data: { account: found.account } });
  return { ...found, initialPassword };
}
