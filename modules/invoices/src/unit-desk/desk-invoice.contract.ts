import { mayUseUnitDesk } from '@boyun/groups/contract';
import { choice, flag, group, list, money, operation, optional, rowId, text } from '@boyun/kernel/contract';
import { InvoiceKind, InvoiceState } from '../invoice/invoice.contract.ts';
import { issueInvoice, requested, titleFields, wantedType } from '../invoice/invoice-act.contract.ts';

const unitBillId = rowId({ zh: '单位账单', en: 'Bill of the unit' });
const signed = { min: -100_000_000_00 };
const { titleType, titleName, taxNumber, titleAddress, titleBank, titleAccount, email } = titleFields;

/** What can be invoiced of a bill of the caller's unit, its invoices, and the title the unit used last. */
export const getDeskInvoices = operation('get-unit-desk-invoices', {
  title: { zh: '账单发票', en: 'Invoices of a bill' },
  path: '/api/unitDesk/getInvoices',
  access: mayUseUnitDesk,
  input: { unitBillId },
  output: {
    availableFen: money({ zh: '可开票', en: 'Can be invoiced' }),
    hasSpecial: flag({ zh: '可开专票', en: 'Special invoices' }),
    blocked: optional(text({ zh: '不可开票原因', en: 'Why not' })),
    invoices: list(
      { zh: '发票', en: 'Invoices' },
      group(
        { zh: '发票', en: 'Invoice' },
        {
          id: text({ zh: '编号', en: 'Id' }),
          kind: choice({ zh: '类型', en: 'Kind' }, InvoiceKind),
          state: choice({ zh: '状态', en: 'State' }, InvoiceState),
          invoiceNo: optional(text({ zh: '发票号码', en: 'Number' })),
          amountFen: money({ zh: '开票金额', en: 'Amount' }, signed),
          linkPath: text({ zh: '下载地址', en: 'Address' }),
        },
      ),
    ),
    title: optional(
      group(
        { zh: '抬头', en: 'Title' },
        { titleType, titleName, taxNumber, titleAddress, titleBank, titleAccount, email },
      ),
    ),
  },
  isRead: true,
});

/** Asks for an invoice of what the caller's unit paid of a bill. */
export const issueDeskInvoice = operation('request-unit-desk-invoice', {
  title: { zh: '申请发票', en: 'Request an invoice' },
  path: '/api/unitDesk/issueInvoice',
  access: mayUseUnitDesk,
  input: { unitBillId, invoiceType: wantedType, ...titleFields, remark: issueInvoice.input.remark },
  output: requested,
  audit: 'invoice.requested',
});
