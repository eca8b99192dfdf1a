import { withheldRights } from '@boyun/access/server';
import { type Issue, kernelRefusal, type ModuleContract, permissionsOf, Refusal } from '@boyun/kernel/contract';
import {
  type AccountFinder,
  type Authenticator,
  hashToken,
  type Kernel,
  newToken,
  tenantOfToken,
  type Who,
} from '@boyun/kernel/server';
import { apiKeyRefusal } from './api-key.contract.ts';
import { countCall } from './key-use.service.ts';

const PREFIX = 'bk-';
/** Modules whose permissions no key gets: otherwise keys could create keys and accounts. */
const CLOSED_MODULES = ['access', 'organisation', 'tenancy', 'open-api'];

/** Returns whether a token is an API key rather than a session token. */
export function isApiKey(token: string): boolean {
  return token.startsWith(PREFIX);
}

/** Returns a new key: its text, and the parts that are stored. */
export function newKey(tenantId: number): { key: string; keyHash: string; keyEnd: string } {
  const key = PREFIX + newToken(tenantId, 32);
  return { key, keyHash: hashToken(key), keyEnd: key.slice(-4) };
}

interface KeyRow {
  readonly id: string;
  readonly name: string;
  readonly scopes: string[];
  readonly lotIds: string[];
  readonly perMinute: number;
  readonly expiresAt: Date | null;
  readonly state: 'active' | 'revoked';
  readonly zone: string;
  readonly pageKeys: string[] | null;
  readonly isTenantActive: boolean;
}

/**
 * Authenticates a key with its current scopes and lots, and counts the call. Throws `expired`, `revoked` and `signed-out`
 * (401), and `too-many` (429) beyond its calls per minute; calls handled by other server processes are counted with a
 * delay of some seconds.
 */
export const keyAuthenticator: Authenticator = async ({ database, clock }, token, caller) => {
  const tenantId = tenantOfToken(token.slice(PREFIX.length));
  if (tenantId === null) throw new Refusal(kernelRefusal['signed-out']);
  const now = clock.now();
  const [row] = await database.systemOf.office<KeyRow>(
    `select k.id, k.name, k.scopes, k.lot_ids, k.per_minute, k.expires_at,
       k.state, t.time_zone as zone, t.page_keys,
       t.state = 'active' and coalesce(t.expires_at > $3, true) as "isTenantActive"
     from api_key k join tenant t on t.id = k.tenant_id
     where k.tenant_id = $1 and k.key_hash = $2`,
    [tenantId, hashToken(token), now],
  );
  if (!row?.isTenantActive) throw new Refusal(kernelRefusal['signed-out']);
  if (row.state === 'revoked') throw new Refusal(apiKeyRefusal.revoked);
  if (row.expiresAt && row.expiresAt <= now) throw new Refusal(apiKeyRefusal.expired);
  const calls = await countCall(database, { tenantId, id: row.id, now, address: caller.address });
  if (calls > row.perMinute) throw new Refusal(kernelRefusal['too-many']);
  return { ...whoOf(tenantId, row), ...caller };
};

function whoOf(
  tenantId: number,
  { id, name, scopes, lotIds, zone, pageKeys }: Omit<KeyRow, 'perMinute'>,
): Omit<Who, 'language'> {
  return {
    kind: 'key',
    tenantId,
    userId: id,
    account: `key:${name}`,
    name,
    sessionId: null,
    isPlatform: false,
    isAdmin: false,
    hasToChangePassword: false,
    roles: [],
    permissions: new Set(scopes),
    withheld: withheldRights(pageKeys),
    lotIds: lotIds.length > 0 ? lotIds : null,
    isOwnOnly: false,
    isReadOnly: false,
    zone,
    address: null,
    requestId: null,
  };
}

/** Returns a key with its current permissions, for background work it started; null for one that no longer exists. */
export const findKey: AccountFinder = async ({ database, clock }, tenantId, keyId, language) => {
  const now = clock.now();
  const [row] = await database.system<Omit<KeyRow, 'perMinute'>>(
    `select k.id, k.name, k.scopes, k.lot_ids, k.expires_at, k.state, t.time_zone as zone, t.page_keys,
       t.state = 'active' and coalesce(t.expires_at > $3, true) as "isTenantActive"
     from api_key k join tenant t on t.id = k.tenant_id where k.tenant_id = $1 and k.id = $2`,
    [tenantId, keyId, now],
  );
  const isOver = !row?.isTenantActive || row.state === 'revoked' || (row.expiresAt !== null && row.expiresAt <= now);
  return isOver ? null : { ...whoOf(tenantId, row), language };
};

/** Returns the scopes a key can have: every permission of the product except those over keys and accounts. */
export function scopesOf(contracts: readonly ModuleContract[]) {
  return permissionsOf(contracts.filter((one) => !CLOSED_MODULES.includes(one.name)));
}

/** Throws a refusal for unknown scopes, and for scopes the caller does not hold. */
export function checkScopes(kernel: Pick<Kernel, 'contracts'>, who: Who, names: readonly string[]): void {
  const known = new Map(scopesOf(kernel.contracts).map((one) => [one.name, one.label]));
  const refuse = (rule: keyof typeof apiKeyRefusal, name: string) => {
    const { zh, en } = apiKeyRefusal[rule];
    const issue: Issue = { path: 'Scopes', zh: zh.replace('{name}', name), en: en.replace('{name}', name) };
    throw new Refusal(apiKeyRefusal[rule], { name }, [issue]);
  };
  for (const name of names) {
    const label = known.get(name);
    if (!label) refuse('unknown-scope', name);
    else if (!who.isAdmin && !who.permissions.has(name)) refuse('scope-not-held', label[who.language]);
  }
}
