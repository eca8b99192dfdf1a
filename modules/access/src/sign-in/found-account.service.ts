import type { Kernel } from '@boyun/kernel/server';

/** An account that matches a sign-in. */
export interface Found {
  readonly tenantId: number;
  readonly id: string;
  readonly account: string;
  readonly name: string;
  readonly passwordHash: string;
  readonly dashboardPath: string;
  readonly zone: string;
  readonly isPlatform: boolean;
  readonly isFrozen: boolean;
  readonly isExpired: boolean;
}

/** Returns the accounts that match a sign-in: at most two, because more than one is already ambiguous. */
export function findAccounts(kernel: Kernel, account: string, tenant: string | null): Promise<Found[]> {
  return kernel.database.systemOf.office<Found>(
    `select a.tenant_id, a.id, a.account, a.name, a.password_hash,
       dashboard_of(a) as "dashboardPath", t.time_zone as "zone", t.kind = 'platform' as "isPlatform",
       a.state = 'frozen' or t.state = 'frozen' as "isFrozen", coalesce(t.expires_at <= $3, false) as "isExpired"
     from account a join tenant t on t.id = a.tenant_id
     where lower(a.account) = lower($1) and a.state <> 'left' and not a.is_support
       and ($2::text is null or t.code = $2 or (t.id::text = $2 and not exists (select from tenant o where o.code = $2))
         -- Platform staff need not know their tenant code: any code finds them, unless the named tenant has an account of
         -- the same name.
         or (t.kind = 'platform' and not exists (select from account o join tenant ot on ot.id = o.tenant_id
           where lower(o.account) = lower($1) and ot.code = $2)))
     limit 2`,
    [account, tenant, kernel.clock.now()],
  );
}

/** The counter key for failures of an account. Unknown accounts are counted as well, so that they respond like existing ones. */
export function keyOfAccount(input: { account: string; tenantId: string | null }, found: Found | null): string {
  return found
    ? `account ${found.tenantId} ${found.id}`
    : `unknown ${input.tenantId ?? ''} ${input.account.toLowerCase()}`;
}

/** The counter key for failures of an address. */
export function keyOfAddress(address: string): string {
  return `address ${address}`;
}
