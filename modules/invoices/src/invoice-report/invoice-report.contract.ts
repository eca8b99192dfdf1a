import { TaxPolicy, TaxRate } from '@boyun/domain/invoice';
import { choice, instant, integer, money, optional, permission, reference, report, text } from '@boyun/kernel/contract';
import { InvoiceType, invoiceList } from '../invoice/invoice.contract.ts';
import { InvoiceUse } from '../invoice-set/invoice-set.contract.ts';

const signed = { min: -100_000_000_00 };
const lotId = reference({ zh: '车场', en: 'Parking lot' }, 'lot');
const figures = {
  blueCount: integer({ zh: '蓝字张数', en: 'Invoices' }),
  blueFen: money({ zh: '蓝字价税合计', en: 'Invoiced' }),
  redCount: integer({ zh: '红字张数', en: 'Red letters' }),
  redFen: money({ zh: '红字价税合计', en: 'Reversed' }, signed),
  exFen: money({ zh: '不含税净额', en: 'Net without tax' }, signed),
  taxFen: money({ zh: '税额净额', en: 'Net tax' }, signed),
  netFen: money({ zh: '开票净额', en: 'Net' }, signed),
};

/** The invoices with a line that a row counts; their sums have their other lines too. */
const INVOICES = {
  list: invoiceList,
  page: '/_cloud_operation/invoice',
  same: ['lotId', 'issuerName', 'invoiceType', 'use', 'serviceName', 'taxRate', 'policy'],
  period: ['issuedFrom', 'issuedTo'],
} as const;

/** What was issued and taken back, by lot, issuer, type, service and tax rate, as tax returns ask for it; by when it was issued. */
export const invoiceReport = report('invoice-report', {
  title: { zh: '发票报表', en: 'Invoice report' },
  path: '/api/invoice/getReport',
  access: permission('invoice-report.list', { zh: '查看发票报表', en: 'View: Invoice report' }),
  filters: {
    lotId: optional(lotId),
    taxRate: optional(choice({ zh: '税率', en: 'Tax rate' }, TaxRate)),
    use: optional(choice({ zh: '款项', en: 'Paid for' }, InvoiceUse)),
    invoiceType: optional(choice({ zh: '发票种类', en: 'Invoice type' }, InvoiceType)),
    from: optional(instant({ zh: '开始时间', en: 'From' })),
    to: optional(instant({ zh: '结束时间', en: 'Until' })),
  },
  columns: {
    id: text({ zh: '编号', en: 'Id' }),
    lotId: optional(lotId, { zh: '多个车场', en: 'Several lots' }),
    issuerName: text({ zh: '销售方', en: 'Issuer' }),
    invoiceType: choice({ zh: '发票种类', en: 'Invoice type' }, InvoiceType),
    use: choice({ zh: '款项', en: 'Paid for' }, InvoiceUse),
    serviceName: text({ zh: '开票项目', en: 'Service' }),
    taxRate: choice({ zh: '税率', en: 'Tax rate' }, TaxRate),
    policy: choice({ zh: '征税方式', en: 'Tax treatment' }, TaxPolicy),
    ...figures,
  },
  totals: {
    blueFen: figures.blueFen,
    redFen: figures.redFen,
    exFen: figures.exFen,
    taxFen: figures.taxFen,
    netFen: figures.netFen,
  },
  compared: { by: ['id'] },
  rowsAt: [
    { ...INVOICES, figures: { blueCount: null, blueFen: false }, fixed: { state: 3, kind: 'blue' } },
    { ...INVOICES, figures: { redCount: null, redFen: false }, fixed: { state: 3, kind: 'red' } },
    { ...INVOICES, figures: { netFen: false, exFen: false, taxFen: false }, fixed: { state: 3 } },
  ],
  chart: { by: 'use', figures: ['blueFen', 'redFen'] },
  maxDays: 366,
});
