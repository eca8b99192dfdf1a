import { pattern } from '@boyun/domain/pattern';
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
  plate,
  reference,
  refusals,
  report,
  rowId,
  text,
} from '@boyun/kernel/contract';
import { InvoiceState, InvoiceType, TitleType } from '../invoice/invoice.contract.ts';
import { foundTitle, titleFields, wantedType } from '../invoice/invoice-act.contract.ts';
import { InvoiceUse } from '../invoice-set/invoice-set.contract.ts';

const code = text({ zh: '码', en: 'Code' }, { max: 64 });
const mobile = text({ zh: '手机号', en: 'Mobile' }, { max: 11, rule: pattern.mobile });

/** What a code of the page stands for. */
export const ScanKind = {
  place: { zh: '车场码', en: 'A place' },
  receipt: { zh: '缴费凭证', en: 'A receipt' },
  pass: { zh: '已验证', en: 'A proof' },
  result: { zh: '发票', en: 'Invoices' },
} as const;

const invoice = group(
  { zh: '发票', en: 'Invoice' },
  {
    id: rowId({ zh: '编号', en: 'Id' }),
    state: choice({ zh: '状态', en: 'State' }, InvoiceState),
    isRed: flag({ zh: '红字', en: 'Red letter' }),
    invoiceType: choice({ zh: '发票种类', en: 'Invoice type' }, InvoiceType),
    titleType: choice({ zh: '抬头类型', en: 'Title type' }, TitleType),
    titleName: text({ zh: '发票抬头', en: 'Title' }),
    taxNumber: optional(text({ zh: '纳税人识别号', en: 'Tax number' })),
    issuerName: text({ zh: '销售方', en: 'Issuer' }),
    inclFen: money({ zh: '价税合计', en: 'Total' }, { min: -100_000_000_00 }),
    invoiceNo: optional(text({ zh: '发票号码', en: 'Number' })),
    issuedAt: optional(instant({ zh: '开票时间', en: 'Issued' })),
    failReason: optional(text({ zh: '失败原因', en: 'Failure reason' }, { max: 500 })),
    isSample: flag({ zh: '样张', en: 'Sample' }),
    canCorrect: flag({ zh: '可更正', en: 'Can be corrected' }),
    pdf: optional(file({ zh: 'PDF', en: 'PDF' })),
    ofd: optional(file({ zh: 'OFD', en: 'OFD' })),
    xml: optional(file({ zh: 'XML', en: 'XML' })),
  },
);

/**
 * What the driver's page of invoices shows for a code: at a place nothing but where it is; for a receipt its stay; for a proof what it
 * proves; for a request its invoices.
 */
export const getScanPage = operation('get-scan-page', {
  title: { zh: '扫码开票页', en: 'Page of invoices' },
  path: '/api/scanInvoice/get',
  access: 'public',
  perMinute: 300,
  input: { code },
  output: {
    kind: choice({ zh: '类型', en: 'Kind' }, ScanKind),
    lotName: optional(text({ zh: '车场', en: 'Parking lot' })),
    isOpen: flag({ zh: '可开票', en: 'Issues invoices' }),
    isTrial: flag({ zh: '试用', en: 'Trial' }),
    plate: optional(text({ zh: '车牌', en: 'Plate' })),
    // The proven mobile.
    mobile: optional(phone({ zh: '手机号', en: 'Mobile' })),
    timeZone: text({ zh: '时区', en: 'Time zone' }),
    canSend: flag({ zh: '可发送链接', en: 'Links can be sent' }),
    items: list(
      { zh: '订单', en: 'Orders' },
      group(
        { zh: '订单', en: 'Order' },
        {
          billId: rowId({ zh: '账单', en: 'Bill' }),
          use: choice({ zh: '款项', en: 'Paid for' }, InvoiceUse),
          lotName: text({ zh: '车场', en: 'Parking lot' }),
          plate: text({ zh: '车牌', en: 'Plate' }),
          enteredAt: optional(instant({ zh: '入场时间', en: 'Entered' })),
          leftAt: optional(instant({ zh: '离场时间', en: 'Left' })),
          paidAt: optional(instant({ zh: '付款时间', en: 'Paid' })),
          availableFen: money({ zh: '可开票', en: 'Can be invoiced' }),
          // Whether a special invoice can be asked for.
          hasSpecial: flag({ zh: '可开专票', en: 'Special invoices' }),
          // Why it cannot be asked for here.
          blocked: optional(text({ zh: '不可开票原因', en: 'Why not' })),
          // The page of its invoices, where it has been invoiced.
          linkCode: optional(text({ zh: '发票页', en: 'Page of its invoices' })),
        },
      ),
    ),
    titles: list(
      { zh: '常用抬头', en: 'Saved titles' },
      group(
        { zh: '抬头', en: 'Title' },
        {
          titleType: choice({ zh: '抬头类型', en: 'Title type' }, TitleType),
          titleName: text({ zh: '发票抬头', en: 'Title' }),
          taxNumber: optional(text({ zh: '纳税人识别号', en: 'Tax number' })),
          email: optional(text({ zh: '邮箱', en: 'Email' })),
        },
      ),
    ),
    invoices: list({ zh: '发票', en: 'Invoices' }, invoice),
  },
  isRead: true,
});

/** Sends a code to a mobile: at a place only if the mobile is known for the plate, which the answer does not tell. */
export const sendScanCode = operation('send-scan-code', {
  title: { zh: '发送验证码', en: 'Send a code' },
  path: '/api/scanInvoice/sendCode',
  access: 'public',
  perMinute: 20,
  input: { code, mobile, plate: optional(plate()) },
  output: {
    proofId: rowId({ zh: '验证', en: 'Proof' }),
    // In a trial without SMS the page shows the code itself, if one would be sent.
    shownCode: optional(text({ zh: '演示验证码', en: 'Code of the demo' }, { max: 6 })),
  },
  audit: 'invoice.code-sent',
});

const pass = { pass: text({ zh: '凭证', en: 'Pass' }, { max: 64 }) };

/** Proves a mobile by the code that was sent to it. */
export const proveByCode = operation('prove-by-code', {
  title: { zh: '校验验证码', en: 'Verify a mobile' },
  path: '/api/scanInvoice/proveByCode',
  access: 'public',
  perMinute: 30,
  input: {
    code,
    proofId: rowId({ zh: '验证', en: 'Proof' }),
    smsCode: text({ zh: '验证码', en: 'Code' }, { min: 4, max: 8 }),
  },
  output: pass,
  audit: 'invoice.mobile-proven',
});

/** Proves a payment by its number, as the receipt and the bill of the payment app show it. */
export const proveByPayment = operation('prove-by-payment', {
  title: { zh: '按支付单号验证', en: 'Verify a payment' },
  path: '/api/scanInvoice/proveByPayment',
  access: 'public',
  perMinute: 20,
  input: { code, plate: plate(), paymentNo: text({ zh: '支付单号', en: 'Payment number' }, { min: 8, max: 64 }) },
  output: pass,
  audit: 'invoice.payment-proven',
});

const linkCode = text({ zh: '发票页', en: 'Page of the invoices' }, { max: 64 });

/** Asks for invoices of what a receipt or a proof opens. */
export const askByScan = operation('ask-by-scan', {
  title: { zh: '扫码申请开票', en: 'Ask for an invoice' },
  path: '/api/scanInvoice/ask',
  access: 'public',
  perMinute: 20,
  input: {
    code,
    billIds: list({ zh: '订单', en: 'Orders' }, rowId({ zh: '账单', en: 'Bill' }), { min: 1, max: 50 }),
    invoiceType: wantedType,
    titleType: titleFields.titleType,
    titleName: titleFields.titleName,
    taxNumber: titleFields.taxNumber,
    email: titleFields.email,
  },
  output: { linkCode },
  audit: 'invoice.asked-by-driver',
});

/** Searches enterprises by name for who has proven a car, or holds a receipt or a request. */
export const findScanTitles = operation('find-scan-titles', {
  title: { zh: '查找企业抬头（扫码）', en: 'Find an enterprise (driver)' },
  path: '/api/scanInvoice/findTitles',
  access: 'public',
  perMinute: 30,
  input: { code, word: text({ zh: '企业名称', en: 'Name' }, { min: 3, max: 100 }) },
  output: { titles: list({ zh: '企业', en: 'Enterprises' }, foundTitle) },
  isRead: true,
});

/** Tries a failed invoice again with a better title. */
export const correctByScan = operation('correct-by-scan', {
  title: { zh: '更正抬头重新开票', en: 'Correct the title' },
  path: '/api/scanInvoice/correct',
  access: 'public',
  perMinute: 20,
  input: {
    code,
    invoiceId: rowId({ zh: '发票', en: 'Invoice' }),
    titleType: titleFields.titleType,
    titleName: titleFields.titleName,
    taxNumber: titleFields.taxNumber,
  },
  output: {},
  audit: 'invoice.corrected-by-driver',
});

const lotId = reference({ zh: '车场', en: 'Parking lot' }, 'lot');

/** Lots with their codes for invoices, and what drivers asked for there in the last thirty days. */
export const scanPlaceList = report('scan-place', {
  title: { zh: '扫码开票', en: 'Scan to invoice' },
  path: '/api/scanInvoice/getPlacePage',
  access: permission('scan-invoice.list', { zh: '查看扫码开票', en: 'View: Scan to invoice' }),
  filters: { lotId: optional(lotId) },
  columns: {
    id: text({ zh: '编号', en: 'Id' }),
    lotId,
    isOpen: flag({ zh: '可开票', en: 'Issues invoices' }),
    issuerName: optional(text({ zh: '销售方', en: 'Issuer' })),
    laneCount: integer({ zh: '车道', en: 'Lanes' }),
    askedCount: integer({ zh: '近30天申请', en: 'Requests (30 days)' }),
    issuedFen: money({ zh: '近30天开票', en: 'Issued (30 days)' }, { min: -100_000_000_00 }),
    failedCount: integer({ zh: '失败待处理', en: 'Failed' }),
  },
  totals: {
    askedCount: integer({ zh: '近30天申请', en: 'Requests (30 days)' }),
    issuedFen: money({ zh: '近30天开票', en: 'Issued (30 days)' }, { min: -100_000_000_00 }),
  },
});

/** Kinds of places with a code for invoices. */
export const ScanPlace = {
  lot: { zh: '车场', en: 'Parking lot' },
  lane: { zh: '车道', en: 'Lane' },
} as const;

/** Returns the codes for invoices of a lot and of its lanes; places without one get it now. */
export const getScanCodes = operation('get-scan-codes', {
  title: { zh: '查看开票码', en: 'Show codes for invoices' },
  path: '/api/scanInvoice/show',
  access: scanPlaceList.access,
  input: { lotId },
  output: {
    lotName: text({ zh: '车场', en: 'Parking lot' }),
    // The public address of this installation; null while none is configured.
    site: optional(text({ zh: '公网地址', en: 'Public address' }, { max: 200 })),
    codes: list(
      { zh: '开票码', en: 'Codes' },
      group(
        { zh: '开票码', en: 'Code' },
        {
          id: text({ zh: '编号', en: 'Id' }),
          kind: choice({ zh: '位置类型', en: 'Kind of place' }, ScanPlace),
          name: text({ zh: '位置', en: 'Place' }),
          path: text({ zh: '路径', en: 'Path' }, { max: 100 }),
        },
      ),
      { max: 5000 },
    ),
  },
  audit: 'scan-invoice.shown',
});

export const scanRefusal = refusals('scan-invoice', {
  'unknown-code': {
    status: 404,
    zh: '二维码或链接已失效，请重新扫码',
    en: 'This code is no longer valid, scan it once more',
  },
  'too-often': {
    status: 429,
    zh: '操作过于频繁，请稍后再试',
    en: 'Too many attempts, try again later',
  },
  'wrong-code': { status: 422, zh: '验证码不正确或已过期', en: 'The code is wrong or no longer valid' },
  'no-plate': { status: 422, zh: '请填写车牌', en: 'Enter the plate' },
  'not-found': {
    status: 404,
    zh: '没有查到该车牌的这笔付款，请核对支付单号',
    en: 'No payment of this plate has this number, check it',
  },
  'not-yours': { status: 403, zh: '请先验证手机号或缴费凭证', en: 'Verify your mobile or receipt first' },
});
