import {
  choice,
  flag,
  instant,
  integer,
  inUse,
  money,
  operation,
  optional,
  permission,
  readOnly,
  reference,
  refusals,
  remark,
  resource,
  secret,
  text,
} from '@boyun/kernel/contract';

/** Services that read plates in pictures. */
export const RecogniserProvider = {
  sandbox: { zh: '沙箱（读文件名）', en: 'Sandbox (reads file names)' },
  tencent: { zh: '腾讯云车牌识别', en: 'Tencent Cloud plate OCR' },
  'plate-recognizer': { zh: 'Plate Recognizer 识别', en: 'Plate Recognizer' },
} as const;
export type RecogniserProvider = keyof typeof RecogniserProvider;

/** A service that reads plates, with its price and limit; one of a tenant is enabled. */
export const recogniser = resource('recogniser', {
  title: { zh: '识别服务', en: 'Recognisers' },
  path: '/api/recogniser',
  fields: {
    name: text({ zh: '名称', en: 'Name' }, { max: 60 }),
    provider: choice({ zh: '服务商', en: 'Provider' }, RecogniserProvider, { byDefault: 'sandbox' }),
    isEnabled: inUse,
    keyName: optional(
      text(
        { zh: '密钥编号', en: 'Key id' },
        {
          max: 64,
          pattern: /^[\w-]+$/,
          hint: { zh: '腾讯云的 SecretId；其他服务商不填', en: 'SecretId of Tencent Cloud; empty for others' },
        },
      ),
    ),
    pricePerThousandFen: optional(
      money(
        { zh: '每千次价格', en: 'Price per 1000 calls' },
        { hint: { zh: '用于统计每月费用', en: 'For the cost of each month' } },
      ),
    ),
    monthlyLimit: optional(
      integer(
        { zh: '每月次数上限', en: 'Calls a month' },
        { min: 1, max: 1_000_000, hint: { zh: '留空不限', en: 'Leave empty for no limit' } },
      ),
    ),
    hasSecret: readOnly(flag({ zh: '密钥', en: 'Secret' })),
    secretMark: readOnly(optional(text({ zh: '密钥指纹', en: 'Secret fingerprint' }, { max: 16 }))),
    secretSetAt: readOnly(optional(instant({ zh: '密钥更新时间', en: 'Secret set' }))),
    remark,
  },
  columns: ['name', 'provider', 'isEnabled', 'pricePerThousandFen', 'monthlyLimit', 'hasSecret'],
  computed: ['hasSecret'],
  search: { name: 'contains', provider: 'equals', isEnabled: 'equals' },
  verbs: ['list', 'get', 'create', 'update', 'delete'],
  subject: (row) => row.name,
});

/** Stores the secret of a service, which is never returned. */
export const setRecogniserSecret = operation('set-recogniser-secret', {
  title: { zh: '设置密钥', en: 'Set the secret' },
  path: '/api/recogniser/setSecret',
  access: permission('recogniser.set-secret', { zh: '设置识别服务密钥', en: 'Set the secret of a recogniser' }),
  needsPassword: { zh: '是否保存识别服务密钥？', en: 'Save the secret of the recogniser?' },
  input: {
    recogniserId: reference({ zh: '识别服务', en: 'Recogniser' }, 'recogniser'),
    secret: secret({ zh: 'SecretKey 或 API Token', en: 'SecretKey or API token' }, { max: 128 }),
  },
  output: {},
  audit: 'recogniser.secret-set',
});

export const recogniserRefusal = refusals('recogniser', {
  'one-enabled': {
    status: 409,
    zh: '已启用“{name}”，请先停用',
    en: '"{name}" is enabled. Turn it off first',
  },
  'no-key': { status: 422, zh: '请填写密钥编号', en: 'Enter the key id' },
  'only-in-trial': {
    status: 422,
    zh: '沙箱不看图片，只供试用租户使用；请选择服务商',
    en: 'The sandbox does not look at pictures and is for trial tenants only; choose a provider',
  },
});
