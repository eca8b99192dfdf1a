import { refuseWeakPassword } from '@boyun/access/server';
import { Refusal, type Values } from '@boyun/kernel/contract';
import { type Kernel, type Query, sameText } from '@boyun/kernel/server';
import { inFirst, insertTenant, type NewTenant } from '../tenant/tenant.service.ts';
import { type setUp, setUpRefusal } from './set-up.contract.ts';

// Crockford's base 32: no character can be mistaken for another.
const CHARACTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

async function hasTenant(query: Query): Promise<boolean> {
  return (await query('select 1 from tenant limit 1')).length > 0;
}

/** Returns whether the product has not been set up yet. */
export async function isSetupNeeded(kernel: Pick<Kernel, 'database'>): Promise<boolean> {
  return !(await hasTenant(kernel.database.systemOf.office));
}

/**
 * Returns the set-up code to print on the console, or null once the product is set up. It is derived from the product's
 * secret, so it is the same in every server process and after a restart; it is useless once a tenant exists.
 */
export async function setupCode(kernel: Pick<Kernel, 'database' | 'secrets'>): Promise<string | null> {
  return (await isSetupNeeded(kernel)) ? makeCode(kernel) : null;
}

function makeCode(kernel: Pick<Kernel, 'secrets'>): string {
  const bytes = Buffer.from(kernel.secrets.sign('set-up', 'one-time code'), 'base64url').subarray(0, 12);
  const code = [...bytes].map((byte) => CHARACTERS[byte % 32]).join('');
  return code.replace(/(.{4})(?=.)/g, '$1-');
}

/** Creates the platform with its administrator and the first tenant with its own, atomically. */
export async function makeFirstTenants(kernel: Kernel, input: Values<typeof setUp.input>): Promise<void> {
  const bare = (code: string) => code.toUpperCase().replace(/[^0-9A-Z]/g, '');
  const platform: NewTenant = {
    code: 'platform',
    name: '平台',
    kind: 'platform',
    admin: { account: input.platformAccount, password: input.platformPassword, name: '平台管理员' },
  };
  const first: NewTenant = {
    code: input.tenantCode,
    name: input.tenantName,
    kind: 'operator',
    admin: { account: input.adminAccount, password: input.adminPassword, name: '管理员' },
  };
  await inFirst(kernel, async (tx) => {
    // Concurrent visitors: the second waits here and then finds the product set up.
    await tx.query("select pg_advisory_xact_lock(hashtext('boyun set-up'))");
    if (await hasTenant(tx.query)) throw new Refusal(setUpRefusal['already-set-up']);
    if (!sameText(bare(input.code), bare(makeCode(kernel)))) throw new Refusal(setUpRefusal['wrong-code']);
    refuseWeakPassword(input.platformPassword, 'PlatformPassword');
    refuseWeakPassword(input.adminPassword, 'AdminPassword');
    await insertTenant(kernel, tx, platform);
    await insertTenant(kernel, tx, first);
  });
}
