import type { Kernel } from '@boyun/kernel/server';

/** An account a sign-in may mean. */
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

/** The accounts a sign-in may mean: two at most, for more than one is already one too many. */
export function findAccounts(kernel: Kernel, account: string, tenant: string | null): Promise<Found[]> {
  return kernel.database.systemOf.office<Found>(
    `select a.tenant_id as "tenantId", a.id, a.account, a.name, a.password_hash as "passwordHash",
       dashboard_of(a) as "dashboardPath", t.time_zone as "zone", t.kind = 'platform' as "isPlatform",
       a.state = 'frozen' or t.state = 'frozen' as "isFrozen", coalesce(t.expires_at <= $3, false) as "isExpired"
     from account a join tenant t on t.id = a.tenant_id
     where lower(a.account) = lower($1) and a.state <> 'left' and not a.is_support
       and ($2::text is null or t.code = $2 or (t.id::text = $2 and not exists (select from tenant o where o.code = $2))
         -- The platform's own staff need not know which tenant they are: any code finds them, unless the tenant it names
         -- has an account of the same name.
         or (t.kind = 'platform' and not exists (select from account o join tenant ot on ot.id = o.tenant_id
           where lower(o.account) = lower($1) and ot.code = $2)))
     limit 2`,
    [account, tenant, kernel.clock.now()],
  );
}

/** The counter of failures of an account. One that does not exist is counted too, so that its answers are those of one that does. */
export function keyOfAccount(input: { account: string; tenantId: string | null }, found: Found | null): string {
  return found
    ? `account ${found.tenantId} ${found.id}`
    : `unknown ${input.tenantId ?? ''} ${input.account.toLowerCase()}`;
}

/** The counter of failures of an address. */
export function keyOfAddress(address: string): string {
  return `address ${address}`;
}
