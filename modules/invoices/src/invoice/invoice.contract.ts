import { TaxPolicy, TaxRate } from '@boyun/domain/invoice';
import {
  choice,
  file,
  flag,
  group,
  instant,
  integer,
  list,
  money,
  operation,
  optional,
  permission,
  phone,
  reference,
  report,
  rowId,
  type Transitions,
  text,
} from '@boyun/kernel/contract';
import { InvoiceUse } from '../invoice-set/invoice-set.contract.ts';

/** States of an invoice; every state above 3 has failed. */
export const InvoiceState = {
  1: { zh: '未开票', en: 'Not invoiced', tone: 'neutral' },
  2: { zh: '开票中', en: 'Invoicing', tone: 'info' },
  3: { zh: '开票成功', en: 'Success', tone: 'good' },
  4: { zh: '开票失败', en: 'Failed', tone: 'bad' },
  5: { zh: '已撤销', en: 'Cancelled', tone: 'neutral' },
} as const;
export type InvoiceState = keyof typeof InvoiceState;

/** Whom an invoice is for. */
export const TitleType = {
  1: { zh: '企业单位', en: 'Enterprise' },
  2: { zh: '个人', en: 'Personal' },
} as const;
export type TitleType = keyof typeof TitleType;

/** An invoice, or a red letter that takes back a part of one. */
export const InvoiceKind = {
  blue: { zh: '蓝字发票', en: 'Invoice', tone: 'info' },
  red: { zh: '红字发票', en: 'Red letter', tone: 'bad' },
} as const;
export type InvoiceKind = keyof typeof InvoiceKind;

/** An ordinary invoice, or one whose tax the buyer deducts. */
export const InvoiceType = {
  ordinary: { zh: '普通发票', en: 'Ordinary' },
  special: { zh: '专用发票', en: 'Special' },
} as const;
export type InvoiceType = keyof typeof InvoiceType;

/** How it was asked for. */
export const InvoiceSource = {
  office: { zh: '后台开具', en: 'Office' },
  scan: { zh: '扫码开票', en: 'Scan' },
  unit: { zh: '单位自助', en: 'Unit desk' },
  refund: { zh: '退款冲红', en: 'Refund' },
} as const;
export type InvoiceSource = keyof typeof InvoiceSource;

/** Which act is possible in which state; `to` is the state afterwards. */
export const invoiceTransitions = {
  retry: {
    from: [4],
    to: 1,
    otherwise: { zh: '只有开票失败的发票可以重试', en: 'Only a failed invoice can be retried' },
  },
  'give-up': {
    from: [4],
    to: 5,
    otherwise: { zh: '只有开票失败的发票可以撤销', en: 'Only a failed request can be cancelled' },
  },
  red: {
    from: [3],
    to: 3,
    otherwise: { zh: '只有开票成功的发票可以冲红', en: 'Only an issued invoice can be reversed' },
  },
  send: { from: [3], to: 3, otherwise: { zh: '只有开票成功的发票可以发送', en: 'Only an issued invoice can be sent' } },
} as const satisfies Transitions<InvoiceState, 'retry' | 'give-up' | 'red' | 'send'>;

const id = text({ zh: '编号', en: 'Id' });
const kind = choice({ zh: '类型', en: 'Kind' }, InvoiceKind);
const state = choice({ zh: '状态', en: 'State' }, InvoiceState);
const invoiceType = choice({ zh: '发票种类', en: 'Invoice type' }, InvoiceType);
const titleType = choice({ zh: '抬头类型', en: 'Title type' }, TitleType);
const titleName = text({ zh: '发票抬头', en: 'Title' }, { max: 100 });
const taxNumber = optional(text({ zh: '纳税人识别号', en: 'Tax number' }, { max: 30 }));
const lotId = reference({ zh: '车场', en: 'Parking lot' }, 'lot');
const signed = { min: -100_000_000_00 };
const inclFen = money({ zh: '价税合计', en: 'Total with tax' }, signed);
const exFen = money({ zh: '金额', en: 'Amount' }, signed);
const taxFen = money({ zh: '税额', en: 'Tax' }, signed);
const amountFen = money({ zh: '开票金额', en: 'Invoiced' }, signed);
const redFen = money({ zh: '已冲红', en: 'Reversed' });
const failReason = optional(text({ zh: '失败原因', en: 'Failure reason' }, { max: 500 }));

/** Invoices and red letters; red letters have negative amounts. */
export const invoiceList = report('invoice', {
  title: { zh: '发票管理', en: 'Invoices' },
  path: '/api/invoice/getInvoicePage',
  access: permission('invoice.list', { zh: '查看发票', en: 'View: Invoices' }),
  alwaysSortable: ['createdAt'],
  filters: {
    lotId: optional(lotId),
    plate: optional(text({ zh: '车牌', en: 'Plate' }, { max: 16 })),
    title: optional(text({ zh: '抬头或税号', en: 'Title or tax number' }, { max: 100 })),
    number: optional(text({ zh: '发票号码', en: 'Invoice number' }, { max: 32 })),
    mobile: optional(text({ zh: '手机号', en: 'Mobile' }, { max: 11 })),
    state: optional(state),
    kind: optional(kind),
    invoiceType: optional(invoiceType),
    titleType: optional(titleType),
    source: optional(choice({ zh: '来源', en: 'Source' }, InvoiceSource)),
    from: optional(instant({ zh: '开始时间', en: 'From' })),
    to: optional(instant({ zh: '结束时间', en: 'To' })),
    issuedFrom: optional(instant({ zh: '开票起', en: 'Issued from' })),
    issuedTo: optional(instant({ zh: '开票止', en: 'Issued until' })),
    issuerName: optional(text({ zh: '销售方', en: 'Issuer' }, { max: 100 })),
    use: optional(choice({ zh: '款项', en: 'Paid for' }, InvoiceUse)),
    serviceName: optional(text({ zh: '开票项目', en: 'Service' }, { max: 100 })),
    taxRate: optional(choice({ zh: '税率', en: 'Tax rate' }, TaxRate)),
    policy: optional(choice({ zh: '征税方式', en: 'Tax treatment' }, TaxPolicy)),
  },
  columns: {
    id,
    requestNo: text({ zh: '开票单号', en: 'Request number' }),
    createdAt: instant({ zh: '申请时间', en: 'Requested' }),
    kind,
    invoiceType,
    state,
    invoiceNo: optional(text({ zh: '发票号码', en: 'Invoice number' })),
    titleType,
    titleName,
    taxNumber,
    inclFen,
    exFen,
    taxFen,
    redFen,
    lotId: optional(lotId, { zh: '多个车场', en: 'Several lots' }),
    plates: optional(text({ zh: '车牌', en: 'Plates' }, { max: 200 })),
    itemCount: integer({ zh: '订单数', en: 'Orders' }),
    mobile: optional(phone({ zh: '手机号', en: 'Mobile' }, { max: 16 })),
    email: optional(text({ zh: '邮箱', en: 'Email' })),
    source: choice({ zh: '来源', en: 'Source' }, InvoiceSource),
    issuerName: text({ zh: '销售方', en: 'Issuer' }),
    failReason,
    issuedAt: optional(instant({ zh: '开票时间', en: 'Issued' })),
    actorName: text({ zh: '经办人', en: 'By' }),
  },
  totals: {
    issuedFen: money({ zh: '已开票', en: 'Issued' }, signed),
    redLetterFen: money({ zh: '红字', en: 'Red letters' }, signed),
    netFen: money({ zh: '开票净额', en: 'Net' }, signed),
    taxFen: money({ zh: '税额', en: 'Tax' }, signed),
  },
});

/** A bill as people recognize it. */
export const billed = {
  billId: rowId({ zh: '账单', en: 'Bill' }),
  use: choice({ zh: '款项', en: 'Paid for' }, InvoiceUse),
  orderId: optional(text({ zh: '订单', en: 'Order' })),
  // Of the order, the pack, the card or the wallet.
  number: text({ zh: '编号', en: 'Number' }),
  plate: text({ zh: '车牌', en: 'Plate' }),
  lotId,
  lotName: text({ zh: '车场', en: 'Parking lot' }),
  enteredAt: optional(instant({ zh: '入场时间', en: 'Entered' })),
  leftAt: optional(instant({ zh: '离场时间', en: 'Left' })),
  paidAt: optional(instant({ zh: '付款时间', en: 'Paid' })),
};

/** One invoice as it is printed, with the orders it is for and what became of it. */
export const getInvoice = operation('get-invoice', {
  title: { zh: '发票详情', en: 'An invoice' },
  path: '/api/invoice/getInvoice',
  access: invoiceList.access,
  input: { invoiceId: reference({ zh: '发票', en: 'Invoice' }, 'invoice') },
  output: {
    invoice: group(
      { zh: '发票', en: 'Invoice' },
      {
        id,
        kind,
        invoiceType,
        state,
        requestNo: text({ zh: '开票单号', en: 'Request number' }),
        invoiceNo: optional(text({ zh: '发票号码', en: 'Invoice number' })),
        createdAt: instant({ zh: '申请时间', en: 'Requested' }),
        issuedAt: optional(instant({ zh: '开票时间', en: 'Issued' })),
        issuerName: text({ zh: '销售方名称', en: 'Issuer' }),
        issuerTaxNumber: text({ zh: '销售方税号', en: 'Tax number of the issuer' }),
        drawer: text({ zh: '开票人', en: 'Clerk' }),
        provider: text({ zh: '开票平台', en: 'Platform' }),
        titleType,
        titleName,
        taxNumber,
        titleAddress: optional(text({ zh: '购买方地址', en: 'Address' })),
        titlePhone: optional(phone({ zh: '购买方电话', en: 'Phone' })),
        titleBank: optional(text({ zh: '购买方开户行', en: 'Bank' })),
        titleAccount: optional(text({ zh: '购买方账号', en: 'Account' })),
        mobile: optional(phone({ zh: '手机号', en: 'Mobile' }, { max: 16 })),
        email: optional(text({ zh: '邮箱', en: 'Email' })),
        remark: optional(text({ zh: '备注', en: 'Remark' }, { max: 500 })),
        source: choice({ zh: '来源', en: 'Source' }, InvoiceSource),
        actorName: text({ zh: '经办人', en: 'By' }),
        inclFen,
        exFen,
        taxFen,
        redFen,
        reason: optional(text({ zh: '冲红原因', en: 'Reason for reversal' })),
        blueId: optional(text({ zh: '蓝字发票', en: 'Reversed invoice' })),
        blueNo: optional(text({ zh: '被冲红发票号码', en: 'Number of the reversed invoice' })),
        failReason,
        isSample: flag({ zh: '样张', en: 'Sample' }),
        pdf: optional(file({ zh: 'PDF', en: 'PDF' })),
        ofd: optional(file({ zh: 'OFD', en: 'OFD' })),
        xml: optional(file({ zh: 'XML', en: 'XML' })),
        linkPath: text({ zh: '交付页', en: 'Download page' }),
        sentAt: optional(instant({ zh: '发送时间', en: 'Sent' })),
      },
    ),
    lines: list(
      { zh: '项目', en: 'Lines' },
      group(
        { zh: '项目', en: 'Line' },
        {
          number: integer({ zh: '行号', en: 'Line' }),
          serviceName: text({ zh: '项目名称', en: 'Service' }),
          goodsCode: text({ zh: '税收分类编码', en: 'Tax class code' }),
          taxRate: choice({ zh: '税率', en: 'Tax rate' }, TaxRate),
          policy: choice({ zh: '征税方式', en: 'Tax treatment' }, TaxPolicy),
          inclFen,
          exFen,
          taxFen,
        },
      ),
    ),
    items: list({ zh: '订单', en: 'Orders' }, group({ zh: '订单', en: 'Order' }, { ...billed, amountFen })),
    reds: list(
      { zh: '红字发票', en: 'Red letters' },
      group(
        { zh: '红字发票', en: 'Red letter' },
        {
          id,
          invoiceNo: optional(text({ zh: '发票号码', en: 'Invoice number' })),
          state,
          inclFen,
          createdAt: instant({ zh: '申请时间', en: 'Requested' }),
          source: choice({ zh: '来源', en: 'Source' }, InvoiceSource),
        },
      ),
    ),
  },
  isRead: true,
});
