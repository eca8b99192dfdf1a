import { Refusal } from '@boyun/kernel/contract';
import { containing, handle, notFound, serveReport, sql, type TenantTx } from '@boyun/kernel/server';
import { checkLots, lotNames, withinLots } from '../reach/reach.queries.ts';
import {
  apiKeyList,
  apiKeyRefusal,
  createApiKey,
  getApiScopes,
  renewApiKey,
  revokeApiKey,
  updateApiKey,
} from './api-key.contract.ts';
import { checkScopes, newKey, scopesOf } from './api-key.service.ts';
import { apiKeyCreated, apiKeyRenewed, apiKeyRevoked, apiKeyUpdated } from './api-key-event.contract.ts';

interface Kept {
  readonly name: string;
  readonly scopes: string[];
  readonly lotIds: string[];
  readonly perMinute: number;
  readonly expiresAt: Date | null;
  readonly state: 'active' | 'revoked';
}

/** Returns a key the caller may manage, locked; throws `not-found` otherwise. */
async function lockKey(tx: TenantTx, id: string): Promise<Kept> {
  const [row] = await tx.query<Kept>(
    `select name, scopes, lot_ids, per_minute, expires_at, state from api_key
     where tenant_id = $1 and id = $2 and ${withinLots('$3', 'api_key')} for update`,
    [tx.tenantId, id, tx.who.lotIds],
  );
  if (!row) throw notFound(tx.who, apiKeyList.title);
  return row;
}

const emitChange = (tx: TenantTx, type: typeof apiKeyCreated, id: string) =>
  tx.emit(type, { subjectId: id, data: { apiKeyId: id } });

/** Operations that create, change and revoke keys. */
export const apiKeyOperations = [
  handle(createApiKey, async (tx, input, act, kernel) => {
    await checkLots(tx, input.lotIds);
    checkScopes(kernel, tx.who, input.scopes);
    refusePast(tx, input.expiresAt);
    const id = tx.newId();
    const { key, keyHash, keyEnd } = newKey(tx.tenantId);
    await tx.query(
      `insert into api_key (tenant_id, id, created_at, updated_at, name, scopes, lot_ids, per_minute, expires_at, key_hash,
         key_end, created_by)
       values ($1, $2, $3, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
      [
        tx.tenantId,
        id,
        tx.now,
        input.name,
        input.scopes,
        input.lotIds,
        input.perMinute,
        input.expiresAt,
        keyHash,
        keyEnd,
        tx.who.name,
      ],
    );
    emitChange(tx, apiKeyCreated, id);
    act.describe({ subjectKind: 'api-key', subjectId: id, subject: input.name });
    return { id, key };
  }),
  handle(updateApiKey, async (tx, { apiKeyId, ...input }, act, kernel) => {
    const before = await lockKey(tx, apiKeyId);
    if (before.state === 'revoked') throw new Refusal(apiKeyRefusal['is-revoked']);
    await checkLots(tx, input.lotIds);
    // Scopes the key already has are kept, whoever changes the others.
    const added = input.scopes.filter((one) => !before.scopes.includes(one));
    checkScopes(kernel, tx.who, added);
    if (input.expiresAt?.getTime() !== before.expiresAt?.getTime()) refusePast(tx, input.expiresAt);
    await tx.query(
      `update api_key set name = $3, scopes = $4, lot_ids = $5, per_minute = $6, expires_at = $7, updated_at = $8,
         version = version + 1
       where tenant_id = $1 and id = $2`,
      [tx.tenantId, apiKeyId, input.name, input.scopes, input.lotIds, input.perMinute, input.expiresAt, tx.now],
    );
    emitChange(tx, apiKeyUpdated, apiKeyId);
    act.describe({ subjectKind: 'api-key', subjectId: apiKeyId, subject: input.name, before, after: input });
    return {};
  }),
  handle(renewApiKey, async (tx, { apiKeyId }, act) => {
    const { name, state } = await lockKey(tx, apiKeyId);
    if (state === 'revoked') throw new Refusal(apiKeyRefusal['is-revoked']);
    const { key, keyHash, keyEnd } = newKey(tx.tenantId);
    await tx.query(
      `update api_key set key_hash = $3, key_end = $4, updated_at = $5, version = version + 1
       where tenant_id = $1 and id = $2`,
      [tx.tenantId, apiKeyId, keyHash, keyEnd, tx.now],
    );
    emitChange(tx, apiKeyRenewed, apiKeyId);
    act.describe({ subjectKind: 'api-key', subjectId: apiKeyId, subject: name });
    return { key };
  }),
  handle(revokeApiKey, async (tx, { apiKeyId }, act) => {
    const { name, state } = await lockKey(tx, apiKeyId);
    if (state === 'revoked') throw new Refusal(apiKeyRefusal['is-revoked']);
    await tx.query(
      `update api_key set state = 'revoked', updated_at = $3, version = version + 1 where tenant_id = $1 and id = $2`,
      [tx.tenantId, apiKeyId, tx.now],
    );
    emitChange(tx, apiKeyRevoked, apiKeyId);
    act.describe({
      subjectKind: 'api-key',
      subjectId: apiKeyId,
      subject: name,
      before: { state },
      after: { state: 'revoked' },
    });
    return {};
  }),
  handle(getApiScopes, async (tx, _input, _act, kernel) => ({
    scopes: scopesOf(kernel.contracts)
      .filter((one) => tx.who.isAdmin || tx.who.permissions.has(one.name))
      .map((one) => ({ name: one.name, ...one.label })),
  })),
];

function refusePast(tx: TenantTx, expiresAt: Date | null): void {
  const { zh, en } = apiKeyRefusal['past-expiry'];
  if (expiresAt && expiresAt <= tx.now)
    throw new Refusal(apiKeyRefusal['past-expiry'], {}, [{ path: 'ExpiresAt', zh, en }]);
}

/** The keys visible to the caller. */
export const apiKeyReport = serveReport(apiKeyList, ({ tx }) => ({
  from: sql`(select *, case when state = 'revoked' then 'revoked' when expires_at <= ${tx.now} then 'expired' else 'active' end
    as shown from api_key)`,
  as: 'k',
  lot: withinLots('?', 'k'),
  own: null,
  filters: { text: containing('k.name'), state: 'k.shown = ?' },
  columns: { state: 'k.shown', lotNames: lotNames('k') },
  order: 'k.id desc',
}));
