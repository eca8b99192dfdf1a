import type { TenantTx } from '@boyun/kernel/server';
import { ACCOUNT_KINDS, AccountKind } from '@boyun/money/contract';

/** The code of a kind of account in the books of the tenant, and its name there. */
export interface AccountCode {
  readonly code: string;
  readonly codeName: string;
}

/** Returns the codes of all kinds of accounts: the tenant's own, else the usual ones. */
export async function codesOf(tx: TenantTx): Promise<ReadonlyMap<AccountKind, AccountCode>> {
  const own = await tx.query<AccountCode & { account: AccountKind }>(
    'select account, code, code_name from account_code where tenant_id = $1',
    [tx.tenantId],
  );
  return new Map(
    ACCOUNT_KINDS.map((one) => [one, own.find(({ account }) => account === one) ?? AccountKind[one]] as const),
  );
}
