import {
  addAccount,
  endSessions,
  giveInitialPassword,
  makePassword,
  requireStandardRole,
  setAccountState,
} from '@boyun/access/server';
import { Refusal } from '@boyun/kernel/contract';
import { containing, type Kernel, notFound, type TenantTx } from '@boyun/kernel/server';
import { unitRefusal } from '../unit/unit.contract.ts';
import { accountColumns } from './unit-account.contract.ts';
import { unitAccountAdded, unitAccountFrozen, unitAccountReset } from './unit-account-event.contract.ts';

/** The code of the standard role of units. */
const ROLE = 'unit';
/** Where units land, without the leading slash. */
const LANDING = '_cloud_group/desk';

/** How accounts of units are read, whoever asks. */
export const ACCOUNTS = {
  from: 'unit_account',
  as: 's',
  joins: `join account_fact a on a.tenant_id = s.tenant_id and a.id = s.account_id and a.state <> 'left'`,
  own: null,
  filters: { account: containing('a.account', 'a.name'), state: 'a.state = ?' },
  columns: { id: 'a.id', account: 'a.account', name: 'a.name', state: 'a.state', lastSignInAt: 'a.last_sign_in_at' },
  order: 's.created_at desc, s.account_id',
} as const;

/** Adds an account with the role of units, which sees no lots; returns its password, which is not kept in plain text. */
export async function addStaff(
  tx: TenantTx,
  kernel: Kernel,
  unitId: string,
  { account, name, isManager }: { readonly account: string; readonly name: string; readonly isManager: boolean },
): Promise<{ id: string; initialPassword: string }> {
  await requireStandardRole(tx, ROLE, kernel.contracts);
  const initialPassword = makePassword();
  const id = await addAccount(tx, {
    account,
    name,
    password: initialPassword,
    roles: [ROLE],
    jobKind: 'unit',
    lotIds: [],
    dashboardPath: LANDING,
    hasToChangePassword: true,
  });
  await tx.query(
    'insert into unit_account (tenant_id, account_id, unit_id, is_manager, created_at) values ($1, $2, $3, $4, $5)',
    [tx.tenantId, id, unitId, isManager, tx.now],
  );
  tx.emit(unitAccountAdded, { subjectId: id, data: { unitId, account } });
  return { id, initialPassword };
}

/** An account of a unit; of that unit, where one is given. */
export async function requireStaff(
  tx: TenantTx,
  id: string,
  unitId: string | null,
): Promise<{ id: string; account: string; unitId: string }> {
  const [row] = await tx.query<{ id: string; account: string; unitId: string }>(
    `select a.id, a.account, s.unit_id from unit_account s
     join account_fact a on a.tenant_id = s.tenant_id and a.id = s.account_id and a.state <> 'left'
     where s.tenant_id = $1 and s.account_id = $2 and ($3::uuid is null or s.unit_id = $3)`,
    [tx.tenantId, id, unitId],
  );
  if (!row) throw notFound(tx.who, accountColumns.account.label);
  if (id === tx.who.userId) throw new Refusal(unitRefusal['own-account']);
  return row;
}

/** Freezes an account of a unit and ends its sessions, or lets it sign in again. */
export async function freezeStaff(
  tx: TenantTx,
  { id, unitId }: { readonly id: string; readonly unitId: string },
  isFrozen: boolean,
): Promise<void> {
  await setAccountState(tx, id, isFrozen ? 'frozen' : 'active');
  if (isFrozen) await endSessions(tx, id, 'frozen');
  tx.emit(unitAccountFrozen, { subjectId: id, data: { unitId, isFrozen } });
}

/** Gives an account of a unit a new initial password and ends its sessions. */
export async function resetStaff(
  tx: TenantTx,
  { id, unitId }: { readonly id: string; readonly unitId: string },
): Promise<string> {
  const initialPassword = await giveInitialPassword(tx, id);
  await endSessions(tx, id, 'password-reset');
  tx.emit(unitAccountReset, { subjectId: id, data: { unitId } });
  return initialPassword;
}
