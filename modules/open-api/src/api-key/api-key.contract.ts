import {
  choice,
  group,
  instant,
  integer,
  list,
  operation,
  optional,
  permission,
  reference,
  refusals,
  report,
  text,
} from '@boyun/kernel/contract';

/** State of a key. */
export const ApiKeyState = {
  active: { zh: '有效', en: 'Valid', tone: 'good' },
  expired: { zh: '已过期', en: 'Expired', tone: 'warn' },
  revoked: { zh: '已吊销', en: 'Revoked', tone: 'neutral' },
} as const;

const manage = permission('api-key.manage', { zh: '管理接口密钥', en: 'Manage API keys' });
const apiKeyId = reference({ zh: '接口密钥', en: 'API key' }, 'api-key');
const name = text({ zh: '名称', en: 'Name' }, { max: 64 });
const scopes = list({ zh: '权限范围', en: 'Scopes' }, text({ zh: '权限', en: 'Scope' }, { max: 64 }), { max: 500 });
const perMinute = integer(
  { zh: '每分钟调用上限', en: 'Calls a minute' },
  { min: 1, max: 6000, byDefault: 300, hint: { zh: '超出后答复 429', en: 'Further calls get status 429' } },
);
const expiresAt = optional(instant({ zh: '到期时间', en: 'Expires' }));
const id = text({ zh: '编号', en: 'Id' });
const key = text({ zh: '密钥', en: 'Key' });

/** Lots by id; an empty list means all lots. */
export const lotIds = list(
  { zh: '车场范围', en: 'Parking lots' },
  text({ zh: '车场编号', en: 'Id of a lot' }, { max: 36, pattern: /^[0-9a-f-]{36}$/ }),
  { max: 500 },
);

/** The keys of the tenant, without their secret part. */
export const apiKeyList = report('api-key', {
  title: { zh: '接口密钥', en: 'API keys' },
  path: '/api/openApi/key/list',
  access: permission('api-key.list', { zh: '查看接口密钥', en: 'View: API keys' }),
  filters: {
    text: optional(text({ zh: '名称', en: 'Name' }, { max: 64 })),
    state: optional(choice({ zh: '状态', en: 'State' }, ApiKeyState)),
  },
  columns: {
    id,
    name,
    keyEnd: text({ zh: '密钥末尾', en: 'Ends in' }),
    state: choice({ zh: '状态', en: 'State' }, ApiKeyState),
    scopes,
    lotIds,
    lotNames: text({ zh: '车场', en: 'Parking lots' }, { max: 4000 }),
    perMinute,
    expiresAt,
    lastUsedAt: optional(instant({ zh: '最近使用', en: 'Last used' })),
    lastAddress: optional(text({ zh: '最近来源', en: 'Last address' })),
    createdBy: text({ zh: '创建人', en: 'Made by' }),
    createdAt: instant({ zh: '创建时间', en: 'Created' }),
  },
});

const keyInput = { name, scopes, lotIds, perMinute, expiresAt };

/** Creates a key; it is returned only in this response. */
export const createApiKey = operation('create-api-key', {
  title: { zh: '新建接口密钥', en: 'Make an API key' },
  path: '/api/openApi/key/create',
  access: manage,
  input: keyInput,
  output: { id, key },
  audit: 'api-key.created',
});

/** Changes the permissions of a key; applies from its next call on. */
export const updateApiKey = operation('update-api-key', {
  title: { zh: '修改接口密钥', en: 'Change an API key' },
  path: '/api/openApi/key/update',
  access: manage,
  input: { apiKeyId, ...keyInput },
  output: {},
  audit: 'api-key.updated',
});

/** Replaces a key, keeping its permissions; the old key is invalid immediately. */
export const renewApiKey = operation('renew-api-key', {
  title: { zh: '更换接口密钥', en: 'Renew an API key' },
  path: '/api/openApi/key/renew',
  access: manage,
  needsPassword: { zh: '旧密钥立即失效，是否更换？', en: 'The old key stops working immediately. Renew it?' },
  input: { apiKeyId },
  output: { key },
  audit: 'api-key.renewed',
});

/** Revokes a key permanently. */
export const revokeApiKey = operation('revoke-api-key', {
  title: { zh: '吊销接口密钥', en: 'Revoke an API key' },
  path: '/api/openApi/key/revoke',
  access: manage,
  needsPassword: {
    zh: '吊销后使用该密钥的系统将立即无法调用，且不能恢复。是否吊销？',
    en: 'Programs that use this key lose access immediately and permanently. Revoke it?',
  },
  input: { apiKeyId },
  output: {},
  audit: 'api-key.revoked',
});

/** The scopes the caller can grant to a key. */
export const getApiScopes = operation('get-api-scopes', {
  title: { zh: '可授权的范围', en: 'Scopes to give' },
  path: '/api/openApi/key/getScopes',
  access: apiKeyList.access,
  input: {},
  output: {
    scopes: list(
      { zh: '权限范围', en: 'Scopes' },
      group(
        { zh: '权限', en: 'Scope' },
        {
          name: text({ zh: '代码', en: 'Code' }),
          zh: text({ zh: '名称', en: 'In Chinese' }),
          en: text({ zh: '英文名称', en: 'In English' }),
        },
      ),
    ),
  },
  isRead: true,
});

export const apiKeyRefusal = refusals('api-key', {
  expired: { status: 401, zh: '接口密钥已过期，请更换密钥', en: 'The API key has expired. Use another key' },
  revoked: { status: 401, zh: '接口密钥已吊销，请更换密钥', en: 'The API key was revoked. Use another key' },
  'is-revoked': {
    status: 409,
    zh: '该密钥已吊销，不能再修改，请新建一个',
    en: 'This key was revoked and cannot be changed. Create a new one',
  },
  'unknown-scope': {
    status: 400,
    zh: '权限“{name}”不存在，或不能授予接口密钥',
    en: 'Scope "{name}" does not exist or cannot be granted to a key',
  },
  'scope-not-held': {
    status: 422,
    zh: '您自己没有“{name}”权限，不能授予接口密钥',
    en: 'You do not have "{name}" yourself and cannot grant it to a key',
  },
  'past-expiry': { status: 400, zh: '到期时间须晚于现在', en: 'The expiry must be in the future' },
});
