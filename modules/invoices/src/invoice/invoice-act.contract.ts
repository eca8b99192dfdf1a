import { pattern } from '@boyun/domain/pattern';
import {
  choice,
  flag,
  group,
  list,
  money,
  operation,
  optional,
  permission,
  reference,
  refusals,
  rowId,
  text,
} from '@boyun/kernel/contract';
import { billed, InvoiceKind, InvoiceState, InvoiceType, TitleType } from './invoice.contract.ts';

const id = text({ zh: '编号', en: 'Id' });
const kind = choice({ zh: '类型', en: 'Kind' }, InvoiceKind);
const state = choice({ zh: '状态', en: 'State' }, InvoiceState);
const titleType = choice({ zh: '抬头类型', en: 'Title type' }, TitleType);
const titleName = text({ zh: '发票抬头', en: 'Title' }, { max: 100 });
const taxNumber = optional(text({ zh: '纳税人识别号', en: 'Tax number' }, { max: 30 }));
const signed = { min: -100_000_000_00 };
const inclFen = money({ zh: '价税合计', en: 'Total with tax' }, signed);
const taxFen = money({ zh: '税额', en: 'Tax' }, signed);
const amountFen = money({ zh: '开票金额', en: 'Invoiced' }, signed);

/** Most bills that can be invoiced at once. */
export const MOST_ITEMS = 100;

/** Finds paid bills by a plate, a mobile (top-ups of its wallet) or an order, with what of each can still be invoiced. */
export const findInvoiceable = operation('find-invoiceable', {
  title: { zh: '可开票订单', en: 'Orders that can be invoiced' },
  path: '/api/invoice/findInvoiceable',
  access: permission('invoice.issue', { zh: '开具发票', en: 'Issue invoices' }),
  input: {
    word: optional(text({ zh: '车牌、手机号或订单号', en: 'Plate, mobile or order number' }, { max: 32 })),
    orderId: optional(reference({ zh: '订单', en: 'Order' }, 'parking-order')),
  },
  output: {
    items: list(
      { zh: '订单', en: 'Orders' },
      group(
        { zh: '订单', en: 'Order' },
        {
          ...billed,
          receivedFen: money({ zh: '实收', en: 'Received' }),
          invoicedFen: money({ zh: '已开票', en: 'Invoiced' }),
          availableFen: money({ zh: '可开票', en: 'Can be invoiced' }),
          // Whether a special invoice can be asked for.
          hasSpecial: flag({ zh: '可开专票', en: 'Special invoices' }),
          // Why nothing of it can be invoiced.
          blocked: optional(text({ zh: '不可开票原因', en: 'Why not' })),
          invoices: list(
            { zh: '发票', en: 'Invoices' },
            group(
              { zh: '发票', en: 'Invoice' },
              { id, state, kind, invoiceNo: optional(text({ zh: '号码', en: 'Number' })), amountFen },
            ),
          ),
        },
      ),
    ),
    titles: list(
      { zh: '常用抬头', en: 'Saved titles' },
      group({ zh: '抬头', en: 'Title' }, { titleType, titleName, taxNumber }),
    ),
  },
  isRead: true,
});

/** Which invoice is asked for. */
export const wantedType = choice({ zh: '发票种类', en: 'Invoice type' }, InvoiceType, {
  byDefault: 'ordinary' as const,
});

/** The title of an invoice as people enter it. */
export const titleFields = {
  titleType: choice({ zh: '抬头类型', en: 'Title type' }, TitleType, { byDefault: 1 as const }),
  titleName: text({ zh: '发票抬头', en: 'Title' }, { min: 1, max: 100 }),
  taxNumber: optional(
    text(
      { zh: '纳税人识别号', en: 'Tax number' },
      { max: 30, hint: { zh: '企业必填：15、18或20位', en: 'Required for enterprises: 15, 18 or 20 characters' } },
    ),
  ),
  titleAddress: optional(text({ zh: '购买方地址', en: 'Address' }, { max: 80 })),
  titlePhone: optional(text({ zh: '购买方电话', en: 'Phone' }, { max: 20 })),
  titleBank: optional(text({ zh: '购买方开户行', en: 'Bank' }, { max: 60 })),
  titleAccount: optional(text({ zh: '购买方银行账号', en: 'Account' }, { max: 40 })),
  mobile: optional(text({ zh: '手机号', en: 'Mobile' }, { max: 11, rule: pattern.mobile })),
  email: optional(text({ zh: '邮箱', en: 'Email' }, { max: 100, rule: pattern.email })),
};

/** An enterprise as a search finds it; only one that is named in full has a tax number. */
export const foundTitle = group(
  { zh: '企业', en: 'Enterprise' },
  {
    titleName,
    taxNumber,
    titleAddress: titleFields.titleAddress,
    titleBank: titleFields.titleBank,
    titleAccount: titleFields.titleAccount,
  },
);

/** What was asked for: one invoice, or several where the issuer's limit splits it. */
export const requested = {
  requestId: text({ zh: '申请', en: 'Request' }),
  invoices: list(
    { zh: '发票', en: 'Invoices' },
    group(
      { zh: '发票', en: 'Invoice' },
      { id, requestNo: text({ zh: '开票单号', en: 'Request number' }), inclFen, taxFen },
    ),
  ),
};

/** Asks for invoices of bills: merged, or split above the issuer's limit. */
export const issueInvoice = operation('request-invoice', {
  title: { zh: '开具发票', en: 'Issue an invoice' },
  path: '/api/invoice/issue',
  access: findInvoiceable.access,
  input: {
    items: list(
      { zh: '订单', en: 'Orders' },
      group(
        { zh: '订单', en: 'Order' },
        {
          billId: rowId({ zh: '账单', en: 'Bill' }),
          // All that can be invoiced where it is left out.
          amountFen: optional(money({ zh: '开票金额', en: 'Amount' }, { min: 1 })),
        },
      ),
      { min: 1, max: MOST_ITEMS },
    ),
    invoiceType: wantedType,
    ...titleFields,
    remark: optional(text({ zh: '备注', en: 'Remark' }, { max: 150, isLong: true })),
  },
  output: requested,
  audit: 'invoice.requested',
});

const invoiceId = reference({ zh: '发票', en: 'Invoice' }, 'invoice');

/** Tries a failed invoice again, with another title where that was wrong. */
export const retryInvoice = operation('retry-invoice', {
  title: { zh: '重新开票', en: 'Retry' },
  path: '/api/invoice/retry',
  access: permission('invoice.retry', { zh: '重试或撤销失败的发票', en: 'Retry or cancel failed invoices' }),
  input: { invoiceId, ...titleFields },
  output: {},
  audit: 'invoice.retried',
});

/** Gives a failed invoice up: its money can be invoiced again. */
export const giveUpInvoice = operation('give-up-invoice', {
  title: { zh: '撤销申请', en: 'Cancel request' },
  path: '/api/invoice/giveUp',
  access: retryInvoice.access,
  input: { invoiceId, note: text({ zh: '原因', en: 'Reason' }, { min: 2, max: 255, isLong: true }) },
  output: {},
  audit: 'invoice.given-up',
});

/** Takes an issued invoice back, or what is left of it; its money can then be invoiced again. */
export const redInvoice = operation('red-invoice', {
  title: { zh: '冲红', en: 'Reverse' },
  path: '/api/invoice/red',
  access: permission('invoice.red', { zh: '冲红发票', en: 'Reverse invoices' }),
  needsPassword: { zh: '是否为该发票开具红字发票？', en: 'Issue a red letter for this invoice?' },
  input: { invoiceId, note: text({ zh: '原因', en: 'Reason' }, { min: 2, max: 200, isLong: true }) },
  output: { redId: text({ zh: '红字发票', en: 'Red letter' }) },
  audit: 'invoice.taken-back',
});

/** Sends the link of an issued invoice once more. */
export const sendInvoice = operation('send-invoice', {
  title: { zh: '重新发送', en: 'Resend' },
  path: '/api/invoice/send',
  access: findInvoiceable.access,
  input: { invoiceId, mobile: titleFields.mobile, email: titleFields.email },
  output: {},
  audit: 'invoice.sent',
});

export const invoiceRefusal = refusals('invoice', {
  'not-possible': { status: 409, zh: '{reason}', en: '{reason}' },
  'nothing-left': {
    status: 409,
    zh: '{plate} 的款项已全部开票或已退款，没有可开票金额',
    en: 'Everything {plate} paid is already invoiced or refunded',
  },
  'too-much': {
    status: 409,
    zh: '{plate} 最多还可开票 {left} 元',
    en: 'At most {left} yuan can be invoiced for {plate}',
  },
  'not-received': {
    status: 422,
    zh: '只有已实收的停车费、月卡和储值充值可以开票；储值余额付款请在充值时开票',
    en: 'Only money received for parking, packs and top-ups can be invoiced; payments from cards and wallets are invoiced with their top-up',
  },
  simulated: {
    status: 422,
    zh: '模拟支付没有实际收款，不能通过开票平台开票',
    en: 'Simulated payments moved no money: they cannot be invoiced by a platform',
  },
  'no-service': {
    status: 422,
    zh: '{issuer} 的开票设置中没有“{use}”的开票项目',
    en: 'The setting of {issuer} has no service for {use}',
  },
  'tax-number': { status: 422, zh: '{problem}', en: '{problem}' },
  'no-tax-number': {
    status: 422,
    zh: '企业单位须填写纳税人识别号',
    en: 'An enterprise needs its tax number',
  },
  'no-special': {
    status: 422,
    zh: '{issuer} 未开通专用发票，请开普通发票',
    en: '{issuer} does not issue special invoices. Choose an ordinary one',
  },
  'special-person': {
    status: 422,
    zh: '个人不能开具专用发票，请选择企业单位或普通发票',
    en: 'Special invoices are for companies only. Choose Enterprise or an ordinary invoice',
  },
  'special-untaxed': {
    status: 422,
    zh: '“{name}”免税或不征税，只能开普通发票',
    en: '{name} is not taxed, so only an ordinary invoice is possible',
  },
  'no-words': { status: 422, zh: '请输入车牌、手机号或订单号', en: 'Enter a plate, a mobile or an order number' },
  'taken-back': { status: 409, zh: '该发票已全部冲红', en: 'This invoice is fully reversed' },
  'of-refund': {
    status: 409,
    zh: '退款的红字发票不能撤销，请重试',
    en: 'The red letter of a refund cannot be cancelled; try again',
  },
  'no-address': {
    status: 422,
    zh: '请填写手机号或邮箱',
    en: 'Enter a mobile or an email address',
  },
  'no-site': {
    status: 422,
    zh: '系统未设置公网地址（PUBLIC_URL），不能发送链接；可下载后自行交付',
    en: 'No public address (PUBLIC_URL) is configured, so no link can be sent; download the file instead',
  },
});
