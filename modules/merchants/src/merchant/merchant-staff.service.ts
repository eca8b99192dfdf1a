import { addAccount, makePassword, setAccountState } from '@boyun/access/server';
import { Refusal } from '@boyun/kernel/contract';
import { notFound, type TenantTx } from '@boyun/kernel/server';
import { merchantRefusal } from './merchant.contract.ts';

/** The code of the standard role of merchants. */
const ROLE = 'merchant';
/** Where merchants land, without the leading slash. */
const DESK_PATH = '_cloud_operation/merchantDesk';
const WHAT = { zh: '账号', en: 'Account' };

/** An account of a merchant. */
export interface MerchantStaff {
  readonly id: string;
  readonly account: string;
  readonly name: string;
  readonly isManager: boolean;
  readonly isFrozen: boolean;
  readonly createdAt: Date;
}

/** Returns the accounts of a merchant, managers first. */
export function findStaff(tx: TenantTx, merchantId: string): Promise<MerchantStaff[]> {
  return tx.query<MerchantStaff>(
    `select s.account_id as id, a.account, a.name, s.is_manager, a.state <> 'active' as "isFrozen", s.created_at
     from merchant_staff s join account_fact a on a.tenant_id = s.tenant_id and a.id = s.account_id
     where s.tenant_id = $1 and s.merchant_id = $2 order by s.is_manager desc, a.account`,
    [tx.tenantId, merchantId],
  );
}

/** Adds an account with the role of merchants, which sees no lots; returns its password, which is not kept in plain text. */
export async function addStaff(
  tx: TenantTx,
  merchantId: string,
  given: { readonly account: string; readonly name: string; readonly isManager: boolean },
): Promise<{ id: string; initialPassword: string }> {
  const { account, name, isManager } = given;
  const [role] = await tx.query('select from role_fact where tenant_id = $1 and code = $2', [tx.tenantId, ROLE]);
  if (!role) throw new Refusal(merchantRefusal['no-role']);
  const initialPassword = makePassword();
  const id = await addAccount(tx, {
    account,
    name,
    password: initialPassword,
    roles: [ROLE],
    jobKind: 'merchant',
    lotIds: [],
    dashboardPath: DESK_PATH,
    hasToChangePassword: true,
  });
  await tx.query(
    'insert into merchant_staff (tenant_id, account_id, merchant_id, is_manager, created_at) values ($1, $2, $3, $4, $5)',
    [tx.tenantId, id, merchantId, isManager, tx.now],
  );
  return { id, initialPassword };
}

/** Freezes an account of a merchant, or lets it sign in again; refuses one of another merchant. */
export async function freezeStaff(
  tx: TenantTx,
  id: string,
  isFrozen: boolean,
  merchantId: string | null,
): Promise<{ merchantId: string; account: string }> {
  const [found] = await tx.query<{ merchantId: string; account: string }>(
    `select s.merchant_id, a.account from merchant_staff s
     join account_fact a on a.tenant_id = s.tenant_id and a.id = s.account_id and a.state <> 'left'
     where s.tenant_id = $1 and s.account_id = $2 and ($3::uuid is null or s.merchant_id = $3)`,
    [tx.tenantId, id, merchantId],
  );
  if (!found) throw notFound(tx.who, WHAT);
  if (id === tx.who.userId) throw new Refusal(merchantRefusal['own-account']);
  await setAccountState(tx, id, isFrozen ? 'frozen' : 'active');
  return found;
}
