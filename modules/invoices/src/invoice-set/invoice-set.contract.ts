import { TaxPolicy, TaxRate, taxNumberProblem } from '@boyun/domain/invoice';
import { pattern } from '@boyun/domain/pattern';
import {
  choice,
  decimal,
  description,
  flag,
  group,
  instant,
  integer,
  inUse,
  list,
  money,
  operation,
  optional,
  permission,
  readOnly,
  reference,
  refusals,
  resource,
  secret,
  text,
} from '@boyun/kernel/contract';

/** Who issues invoices for us. */
export const InvoiceProviderName = {
  sandbox: { zh: '沙箱（样张）', en: 'Sandbox (samples)' },
  nuonuo: { zh: '诺诺（诺税通）', en: 'Nuonuo' },
} as const;
export type InvoiceProviderName = keyof typeof InvoiceProviderName;

/** What money is received for, as far as invoices tell it apart. */
export const InvoiceUse = {
  parking: { zh: '停车费', en: 'Parking' },
  pack: { zh: '月卡', en: 'Packs' },
  'top-up': { zh: '储值充值', en: 'Top-ups' },
} as const;
export type InvoiceUse = keyof typeof InvoiceUse;

/** Most services of one setting. */
export const MOST_SERVICES = 20;

/** One service of a setting (ElectronicInvoiceSetExtends): what is named on the invoice, its tax and its share of the amount. */
export const invoiceService = {
  use: choice({ zh: '款项', en: 'Paid for' }, InvoiceUse, { byDefault: 'parking' }),
  serviceName: text({ zh: '服务名称', en: 'Service name' }, { max: 60 }),
  goodsCode: text({ zh: '税收分类编码', en: 'Tax class code' }, { max: 19, pattern: /^\d{19}$/ }),
  taxRate: choice({ zh: '税率', en: 'Tax rate' }, TaxRate, { byDefault: 9 }),
  policy: choice({ zh: '征税方式', en: 'Tax treatment' }, TaxPolicy, { byDefault: 'normal' }),
  ratio: decimal(
    { zh: '占比（%）', en: 'Ratio (%)' },
    {
      min: 0.01,
      max: 100,
      byDefault: 100,
      rule: {
        isValid: (value) => /^\d+(\.\d{1,2})?$/.test(value),
        zh: '占比最多两位小数',
        en: 'A ratio has at most two decimals',
      },
    },
  ),
};

/** A service of a setting. */
export interface ServiceRow {
  readonly use: InvoiceUse;
  readonly serviceName: string;
  readonly goodsCode: string;
  readonly taxRate: TaxRate;
  readonly policy: TaxPolicy;
  readonly ratio: number;
}

/** A tax number as it is written on invoices. */
export const taxNumber = text(
  { zh: '纳税人识别号', en: 'Tax number' },
  {
    min: 15,
    max: 20,
    rule: {
      isValid: (value) => taxNumberProblem(value) === null,
      zh: '税号为15、18或20位大写字母或数字，18位须通过校验位检查',
      en: 'A tax number has 15, 18 or 20 capital letters or digits; the check digit of 18 must fit',
    },
  },
);

/** Issuer of invoices of the tenant or of one of its lots (ElectronicInvoiceSet); that of the lot takes precedence. */
export const invoiceSet = resource('invoice-set', {
  title: { zh: '开票设置', en: 'Invoice settings' },
  path: '/api/electronicInvoiceSet',
  fields: {
    issuerName: text({ zh: '销售方名称', en: 'Issuer' }, { min: 2, max: 100 }),
    taxNumber,
    lotId: optional(
      reference({ zh: '车场', en: 'Parking lot' }, 'lot', {
        hint: { zh: '留空适用于没有单独设置的全部车场', en: 'Leave empty for all lots without a setting of their own' },
      }),
    ),
    isEnabled: inUse,
    provider: choice({ zh: '开票平台', en: 'Platform' }, InvoiceProviderName, { byDefault: 'sandbox' }),
    services: {
      ...list({ zh: '开票项目', en: 'Services' }, group({ zh: '开票项目', en: 'Service' }, invoiceService), {
        min: 1,
        max: MOST_SERVICES,
      }),
      isLong: true,
    },
    limitFen: optional(
      money(
        { zh: '单张限额（含税）', en: 'Limit per invoice' },
        {
          min: 1_00,
          hint: {
            zh: '超过时自动拆分为多张；留空不限',
            en: 'Larger amounts are split into several invoices. Leave empty for no limit',
          },
        },
      ),
    ),
    withinDays: integer(
      { zh: '自助开票期限（天）', en: 'Self-service period (days)' },
      {
        min: 1,
        max: 1825,
        byDefault: 180,
        hint: {
          zh: '司机可在付款后多少天内扫码开票',
          en: 'Days after payment in which drivers can request invoices themselves',
        },
      },
    ),
    hasSpecial: flag(
      { zh: '可开专票', en: 'Special invoices' },
      {
        byDefault: false,
        hint: {
          zh: '允许企业申请增值税专用发票；免税、不征税的项目只能开普通发票',
          en: 'Companies can request special VAT invoices; exempt or untaxed services get ordinary ones only',
        },
      },
    ),
    drawer: text({ zh: '开票人', en: 'Clerk' }, { max: 20 }),
    payee: optional(text({ zh: '收款人', en: 'Payee' }, { max: 20 })),
    checker: optional(text({ zh: '复核人', en: 'Checked by' }, { max: 20 })),
    address: optional(text({ zh: '地址', en: 'Address' }, { max: 80 })),
    phone: optional(text({ zh: '电话', en: 'Phone' }, { max: 20, rule: pattern.phone })),
    bankName: optional(text({ zh: '开户行', en: 'Bank' }, { max: 60 })),
    bankAccount: optional(text({ zh: '银行账号', en: 'Account' }, { max: 40 })),
    propertyRegion: optional(
      text(
        { zh: '不动产所在地', en: 'Property region' },
        {
          max: 60,
          hint: {
            zh: '按“不动产经营租赁服务”开票时填写省市区，如 广东省深圳市南山区；此时每种款项只能有一个开票项目',
            en: 'Province, city and district, for invoices of real-estate leasing. Each charge can then have one service only',
          },
        },
      ),
    ),
    propertyAddress: optional(text({ zh: '不动产详细地址', en: 'Property address' }, { max: 80 })),
    appKey: optional(text({ zh: '平台 appKey', en: 'Platform appKey' }, { max: 64, pattern: /^[\w-]+$/ })),
    extensionNo: optional(text({ zh: '分机号', en: 'Extension' }, { max: 5, pattern: /^\d+$/ })),
    hasSecret: readOnly(flag({ zh: '密钥', en: 'Secret' })),
    secretMark: readOnly(optional(text({ zh: '密钥指纹', en: 'Secret fingerprint' }, { max: 16 }))),
    secretSetAt: readOnly(optional(instant({ zh: '密钥更新时间', en: 'Secret set' }))),
    remark: description,
  },
  columns: [
    'issuerName',
    'taxNumber',
    'lotId',
    'isEnabled',
    'provider',
    'limitFen',
    'withinDays',
    'drawer',
    'hasSecret',
  ],
  computed: ['services', 'hasSecret'],
  search: { issuerName: 'contains', taxNumber: 'contains', lotId: 'equals', provider: 'equals', isEnabled: 'equals' },
  verbs: ['list', 'get', 'create', 'update', 'delete', 'export'],
  subject: (row) => row.issuerName,
  nameField: 'issuerName',
  order: [{ field: 'lotId' }, { field: 'issuerName' }],
});

const invoiceSetId = reference({ zh: '开票设置', en: 'Invoice setting' }, 'invoice-set');

/** Stores the secret of the platform, which is never returned. */
export const setInvoiceSecret = operation('set-invoice-secret', {
  title: { zh: '设置平台密钥', en: 'Set the secret' },
  path: '/api/electronicInvoiceSet/setSecret',
  access: permission('invoice-set.set-secret', {
    zh: '设置开票平台密钥',
    en: 'Set the secret of an invoicing platform',
  }),
  needsPassword: { zh: '是否保存平台密钥？', en: 'Save the platform secret?' },
  input: { invoiceSetId, appSecret: secret({ zh: '平台 appSecret', en: 'Platform appSecret' }, { max: 128 }) },
  output: {},
  audit: 'invoice-set.secret-set',
});

/** Tests a setting: makes a signed call of its platform and says what does not fit. */
export const testInvoiceSet = operation('test-invoice-set', {
  title: { zh: '测试开票平台', en: 'Test the platform' },
  path: '/api/electronicInvoiceSet/test',
  access: permission('invoice-set.test', { zh: '测试开票平台', en: 'Test an invoice platform' }),
  input: { invoiceSetId },
  output: {
    isWorking: flag({ zh: '可用', en: 'Works' }),
    message: text({ zh: '结果', en: 'Result' }, { max: 500 }),
    tookMs: integer({ zh: '耗时（毫秒）', en: 'Took (ms)' }),
  },
  audit: 'invoice-set.tested',
});

export const invoiceSetRefusal = refusals('invoice-set', {
  'not-whole': {
    status: 422,
    zh: '“{use}”的占比之和须为 100%，目前为 {sum}%',
    en: 'The ratios of {use} must add up to 100%, not {sum}%',
  },
  'no-parking': { status: 422, zh: '至少要有一个停车费的开票项目', en: 'At least one service must be for parking' },
  'no-tax': {
    status: 422,
    zh: '“{name}”免税或不征税时，税率须为 0%',
    en: 'The rate of {name} must be 0%, because it is not taxed',
  },
  'one-service': {
    status: 422,
    zh: '按不动产经营租赁开票时，“{use}”只能有一个开票项目',
    en: 'Invoices of letting real estate have one service only for {use}',
  },
  'half-property': {
    status: 422,
    zh: '不动产所在地与详细地址须同时填写',
    en: 'Enter both the region and the address of the property',
  },
  'only-in-trial': {
    status: 422,
    zh: '沙箱开出的是样张，只供试用租户使用；请选择开票平台',
    en: 'The sandbox issues samples, for trial tenants only; choose a platform',
  },
  'no-key': { status: 422, zh: '请填写平台 appKey', en: 'Enter the appKey of the platform' },
  'in-use': {
    status: 409,
    zh: '该设置已开过发票，不能更换开票平台或税号；请停用并为车场另建设置',
    en: 'Invoices were issued with this setting, so its platform and tax number stay. Turn it off and create another for the lot',
  },
  'is-used': {
    status: 409,
    zh: '该设置已开过发票，不能删除，可以停用',
    en: 'Invoices were issued with this setting: it cannot be deleted, but turned off',
  },
  off: { status: 422, zh: '{lot}未开通电子发票', en: '{lot} does not issue e-invoices' },
});
