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
  text,
} from '@boyun/kernel/contract';
import { ConfiguredChannel } from '../channel/channel.contract.ts';
import { ChannelKey } from '../channel/channel-key.contract.ts';
import { DebitMode } from '../debit-contract/debit-contract.contract.ts';

/** Whether a channel can be used with what was entered. */
export const KeyState = {
  none: { zh: '无需密钥', en: 'No keys needed', tone: 'neutral' },
  missing: { zh: '密钥不全', en: 'Keys missing', tone: 'warn' },
  complete: { zh: '密钥齐全', en: 'Keys complete', tone: 'good' },
} as const;

/** A channel of the tenant or of one of its lots; that of the lot takes precedence. */
export const payChannel = resource('pay-channel', {
  title: { zh: '支付渠道', en: 'Payment channels' },
  path: '/api/payConfig',
  fields: {
    channel: choice({ zh: '渠道', en: 'Channel' }, ConfiguredChannel),
    lotId: optional(
      reference({ zh: '车场', en: 'Parking lot' }, 'lot', { hint: { zh: '留空表示全部车场', en: 'Empty: all lots' } }),
    ),
    isEnabled: inUse,
    merchantNo: optional(text({ zh: '商户号', en: 'Merchant number' }, { max: 64, pattern: /^[A-Za-z0-9]+$/ })),
    subMerchantNo: optional(
      text(
        { zh: '子商户号', en: 'Sub-merchant number' },
        {
          max: 64,
          pattern: /^[A-Za-z0-9]+$/,
          hint: {
            zh: '由服务商代收时填写；银联为二级商户代码',
            en: 'Where a service provider, or a platform of UnionPay, takes the money for it',
          },
        },
      ),
    ),
    acquirerNo: optional(
      text(
        { zh: '收单机构代码', en: 'Acquirer' },
        {
          pattern: /^\d{8,11}$/,
          max: 11,
          hint: {
            zh: '经收单机构接入银联时填写，8 至 11 位数字',
            en: 'Where UnionPay is reached through an acquirer: 8 to 11 digits',
          },
        },
      ),
    ),
    categoryNo: optional(
      text(
        { zh: '商户类别码', en: 'Merchant category' },
        {
          pattern: /^\d{4}$/,
          max: 4,
          hint: { zh: '经收单机构接入时填写，停车场为 7523', en: 'With an acquirer; 7523 for car parks' },
        },
      ),
    ),
    payeeName: optional(
      text(
        { zh: '收款商户名称', en: 'Name of the payee' },
        {
          max: 40,
          hint: {
            zh: '经收单机构或平台接入银联时填写，最长 20 个汉字',
            en: 'With an acquirer or a platform of UnionPay; at most 40 bytes, two for a Chinese character',
          },
          rule: {
            isValid: (name) => [...name].reduce((sum, one) => sum + (one > '\u007f' ? 2 : 1), 0) <= 40,
            zh: '收款商户名称最长 20 个汉字',
            en: 'The name has at most 40 bytes, two for a Chinese character',
          },
        },
      ),
    ),
    payeeShortName: optional(
      text(
        { zh: '收款商户简称', en: 'Short name of the payee' },
        {
          max: 8,
          pattern: /^[\p{Script=Han}A-Za-z]+$/u,
          hint: { zh: '汉字或字母，最长 8 位', en: 'At most 8 Chinese characters or letters' },
        },
      ),
    ),
    appNo: optional(text({ zh: '应用编号', en: 'App id' }, { max: 64, pattern: /^[A-Za-z0-9]+$/ })),
    feePercent: decimal(
      { zh: '手续费率（%）', en: 'Fee rate (%)' },
      {
        min: 0,
        max: 10,
        byDefault: 0,
        hint: { zh: '最多三位小数', en: 'Up to three decimals' },
        rule: {
          isValid: (value) => /^\d+(\.\d{1,3})?$/.test(value),
          zh: '手续费率最多三位小数',
          en: 'The fee rate has at most three decimals',
        },
      },
    ),
    hasAutoDebit: flag(
      { zh: '无感支付', en: 'Automatic debit' },
      {
        byDefault: false,
        hint: {
          zh: '出口识别到已签约车牌时自动扣款；支持微信支付分停车、支付宝停车与沙箱',
          en: 'Takes the fee of plates with a contract at the exit: WeChat Pay, Alipay and the sandbox',
        },
      },
    ),
    debitMode: choice({ zh: '无感放行方式', en: 'Barrier at a debit' }, DebitMode, {
      byDefault: 'after-success',
      hint: {
        zh: '先放行后扣款：扣款失败时记为欠费',
        en: 'Opened at once: the fee is owed where the debit fails',
      },
    }),
    debitWaitSeconds: integer(
      { zh: '扣款最长等待（秒）', en: 'Wait for a debit (s)' },
      {
        min: 3,
        max: 60,
        byDefault: 10,
        hint: { zh: '超时后请司机扫码缴费', en: 'Then the driver is asked to pay by the code' },
      },
    ),
    debitLimitFen: optional(
      money({ zh: '无感单笔限额', en: 'Limit of a debit' }, { min: 1, hint: { zh: '留空不限', en: 'Empty: none' } }),
    ),
    debitMonthlyFen: optional(
      money(
        { zh: '无感每车每月限额', en: 'Debits per plate and month' },
        { min: 1, hint: { zh: '留空不限', en: 'Empty: none' } },
      ),
    ),
    debitLotNo: optional(
      text(
        { zh: '渠道车场编号', en: "Channel's car park" },
        {
          max: 64,
          pattern: /^[\w-]+$/,
          hint: { zh: '支付宝停车平台分配的车场编号（PI 开头）', en: 'The number Alipay gave the car park (PI…)' },
        },
      ),
    ),
    keyState: readOnly(choice({ zh: '密钥', en: 'Keys' }, KeyState)),
    keyMarks: readOnly(
      list(
        { zh: '已存密钥', en: 'Stored keys' },
        group(
          { zh: '密钥', en: 'Key' },
          {
            key: choice({ zh: '密钥', en: 'Key' }, ChannelKey),
            mark: text({ zh: '指纹', en: 'Fingerprint' }, { max: 16 }),
          },
        ),
      ),
    ),
    certificateUntil: readOnly(optional(instant({ zh: '证书到期', en: 'Certificate until' }))),
    keysSetAt: readOnly(optional(instant({ zh: '密钥更新时间', en: 'Keys set' }))),
    remark: description,
  },
  columns: [
    'channel',
    'lotId',
    'isEnabled',
    'merchantNo',
    'subMerchantNo',
    'appNo',
    'feePercent',
    'hasAutoDebit',
    'keyState',
    'certificateUntil',
    'keysSetAt',
    'remark',
  ],
  computed: ['keyState', 'keyMarks'],
  search: { channel: 'equals', lotId: 'equals', isEnabled: 'equals' },
  verbs: ['list', 'get', 'create', 'update', 'delete', 'export'],
  subject: (row) => `${ConfiguredChannel[row.channel].zh}${row.merchantNo ? ` ${row.merchantNo}` : ''}`,
  nameField: 'channel',
  order: [{ field: 'lotId' }, { field: 'channel' }],
});

/** Tests a channel: makes a signed call of its provider and says what does not fit; names the keys it lacks. */
export const testPayChannel = operation('test-pay-channel', {
  title: { zh: '测试支付渠道', en: 'Test a payment channel' },
  path: '/api/payConfig/test',
  access: permission('pay-channel.test', { zh: '测试支付渠道', en: 'Test a payment channel' }),
  input: { payChannelId: reference({ zh: '渠道', en: 'Channel' }, 'pay-channel') },
  output: {
    isWorking: flag({ zh: '可用', en: 'Works' }),
    message: text({ zh: '结果', en: 'Result' }, { max: 500 }),
    tookMs: integer({ zh: '耗时（毫秒）', en: 'Took (ms)' }),
  },
  audit: 'pay-channel.tested',
});

export const payChannelRefusal = refusals('pay-channel', {
  'no-keys-needed': { status: 422, zh: '{channel}不需要密钥', en: '{channel} needs no keys' },
  'not-a-key': {
    status: 422,
    zh: '{key}不是有效的 PEM 密钥，请检查首尾行是否完整',
    en: '{key} is no PEM key; check that its first and last line are there',
  },
  'not-a-pair': {
    status: 422,
    zh: '商户证书与商户私钥不是一对',
    en: 'The certificate and the private key of the merchant do not belong together',
  },
  'one-access': {
    status: 422,
    zh: '银联只能用一种方式接入：收单机构代码与子商户号请只填一个',
    en: 'UnionPay is reached in one way: through an acquirer, or as a sub-merchant of a platform',
  },
  'no-payee': {
    status: 422,
    zh: '经收单机构或平台接入银联时，需要填写收款商户名称和简称；经收单机构还需要商户类别码',
    en: 'An acquirer or a platform states the name and the short name of the payee, an acquirer its category too',
  },
  'unionpay-only': {
    status: 422,
    zh: '收单机构代码只用于银联',
    en: 'Only UnionPay is reached through an acquirer',
  },
  'not-a-pfx': {
    status: 422,
    zh: '证书文件不是有效的 PFX（.pfx、.p12），或其中没有私钥和证书',
    en: 'The file is no PFX (.pfx, .p12), or it lacks a private key with its certificate',
  },
  'pfx-password': {
    status: 422,
    zh: '证书文件的密码不正确',
    en: 'The password of the certificate file is wrong',
  },
  'no-auto-debit': {
    status: 422,
    zh: '{channel}不支持无感支付',
    en: '{channel} has no automatic debit',
  },
  'no-debit-lot': {
    status: 422,
    zh: '支付宝无感支付需要按车场配置渠道，并填写渠道车场编号',
    en: 'Automatic debit by Alipay needs a channel per lot with the number Alipay gave the car park',
  },
  'no-merchant': { status: 422, zh: '{channel}需要填写商户号', en: '{channel} needs a merchant number' },
  'merchant-used': {
    status: 409,
    zh: '该商户已有支付记录，不能修改商户号、子商户号或应用编号；请停用本渠道，另建一条',
    en: 'This merchant has taken payments, so its numbers stay. Turn the channel off and create another',
  },
  'by-hand-only': {
    status: 422,
    zh: '该车场未开通线上支付，请到岗亭缴费或联系现场工作人员',
    en: 'This car park takes no payments by phone. Pay at the booth or call the attendant',
  },
  'only-in-trial': {
    status: 422,
    zh: '沙箱只供试用租户模拟支付，请平台管理员先开启试用',
    en: 'The sandbox simulates payments of trial tenants only; ask the platform to start a trial first',
  },
  'not-started': {
    status: 503,
    zh: '支付渠道暂时无法使用，未扣款。请稍后重试，或换一种方式付款',
    en: 'The payment channel does not respond, and nothing was taken. Try again in a moment, or pay another way',
  },
  refused: {
    status: 422,
    zh: '{channel}拒绝了付款：{reason}',
    en: '{channel} refused the payment: {reason}',
  },
  'under-way': {
    status: 409,
    zh: '上一笔支付的结果还未返回，请稍候，不要重复付款',
    en: 'The result of the last payment has not arrived. Wait a moment and do not pay twice',
  },
  off: {
    status: 422,
    zh: '该车场未启用{channel}，请换一种方式收费',
    en: '{channel} is not in use in this lot, take the money another way',
  },
});
