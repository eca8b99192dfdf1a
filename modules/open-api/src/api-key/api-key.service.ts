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
import { withheldRights } from '@boyun/people/server';
import { apiKeyRefusal } from './api-key.contract.ts';
import { countCall } from './key-use.service.ts';

const PREFIX = 'bk-';
/** Modules whose rights no program gets: keys would make keys, and accounts. */
const CLOSED_MODULES = ['people', 'open-api'];

/** Whether a token is one of ours rather than a session's. */
export function isApiKey(token: string): boolean {
  return token.startsWith(PREFIX);
}

/** A new key: the text itself, and what is kept of it. */
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
 * Who a key stands for, with the scopes and lots it has at this call; counts the call. Throws `expired`, `revoked` and
 * `signed-out` (401), and `too-many` (429) beyond the calls a minute it has; calls of another server process count some
 * seconds later.
 */
export const keyAuthenticator: Authenticator = async ({ database, clock }, token, caller) => {
  const tenantId = tenantOfToken(token.slice(PREFIX.length));
  if (tenantId === null) throw new Refusal(kernelRefusal['signed-out']);
  const now = clock.now();
  const [row] = await database.systemOf.office<KeyRow>(
    `select k.id, k.name, k.scopes, k.lot_ids as "lotIds", k.per_minute as "perMinute", k.expires_at as "expiresAt",
       k.state, t.time_zone as zone, t.page_keys as "pageKeys",
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

function whoOf(tenantId: number, { id, name, scopes, lotIds, zone, pageKeys }: KeyRow): Omit<Who, 'language'> {
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

/** A key with what it may now, for work it left to be done; null for one that is no more. */
export const findKey: AccountFinder = async ({ database, clock }, tenantId, keyId, language) => {
  const now = clock.now();
  const [row] = await database.system<KeyRow>(
    `select k.id, k.name, k.scopes, k.lot_ids as "lotIds", k.expires_at as "expiresAt", k.state, t.time_zone as zone, t.page_keys as "pageKeys",
       t.state = 'active' and coalesce(t.expires_at > $3, true) as "isTenantActive"
     from api_key k join tenant t on t.id = k.tenant_id where k.tenant_id = $1 and k.id = $2`,
    [tenantId, keyId, now],
  );
  const isOver = !row?.isTenantActive || row.state === 'revoked' || (row.expiresAt !== null && row.expiresAt <= now);
  return isOver ? null : { ...whoOf(tenantId, row), language };
};

/** What a key can be allowed: every right of the product but those over keys and accounts. */
export function scopesOf(contracts: readonly ModuleContract[]) {
  return permissionsOf(contracts.filter((one) => !CLOSED_MODULES.includes(one.name)));
}

/** Refuses scopes that are none, and those the caller does not hold himself. */
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
