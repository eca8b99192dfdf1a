import { moduleContract, page, reportPage, resourcePage } from '@boyun/kernel/contract';
import { getInvoice, invoiceList } from './invoice/invoice.contract.ts';
import {
  findInvoiceable,
  giveUpInvoice,
  invoiceRefusal,
  issueInvoice,
  redInvoice,
  retryInvoice,
  sendInvoice,
} from './invoice/invoice-act.contract.ts';
import {
  invoiceFailed,
  invoiceGivenUp,
  invoiceIssued,
  invoiceRequested,
  invoiceRetried,
  invoiceSent,
  invoiceTakenBack,
} from './invoice/invoice-event.contract.ts';
import { invoiceReport } from './invoice-report/invoice-report.contract.ts';
import { invoiceSet, invoiceSetRefusal, setInvoiceSecret, testInvoiceSet } from './invoice-set/invoice-set.contract.ts';
import { invoiceSecretSet } from './invoice-set/invoice-set-event.contract.ts';
import {
  askByScan,
  correctByScan,
  findScanTitles,
  getScanCodes,
  getScanPage,
  proveByCode,
  proveByPayment,
  scanPlaceList,
  scanRefusal,
  sendScanCode,
} from './scan/scan.contract.ts';
import { scanCodeSent } from './scan/scan-event.contract.ts';
import { findTitles } from './title-search/title-search.contract.ts';
import { getDeskInvoices, issueDeskInvoice } from './unit-desk/desk-invoice.contract.ts';

export { InvoiceState } from './invoice/invoice.contract.ts';
export { invoiceList, scanPlaceList };

/** Electronic invoices of what was received: issued by platforms, taken back by red letters, asked for by drivers. */
export const invoices = moduleContract('invoices', {
  events: [
    invoiceSecretSet,
    invoiceRequested,
    invoiceIssued,
    invoiceSent,
    invoiceFailed,
    invoiceRetried,
    invoiceGivenUp,
    invoiceTakenBack,
    scanCodeSent,
  ],
  resources: [invoiceSet],
  operations: [
    setInvoiceSecret,
    testInvoiceSet,
    getInvoice,
    findInvoiceable,
    issueInvoice,
    retryInvoice,
    giveUpInvoice,
    redInvoice,
    sendInvoice,
    findTitles,
    getDeskInvoices,
    issueDeskInvoice,
    getScanPage,
    sendScanCode,
    proveByCode,
    proveByPayment,
    askByScan,
    findScanTitles,
    correctByScan,
    getScanCodes,
  ],
  reports: [invoiceList, scanPlaceList, invoiceReport],
  refusals: [invoiceSetRefusal, invoiceRefusal, scanRefusal],
  pages: [
    page('invoice', {
      path: '/_cloud_operation/invoice',
      title: invoiceList.title,
      icon: 'invoice',
      area: 'order',
      access: invoiceList.access,
    }),
    page('scanInvoice', {
      path: '/_cloud_operation/scanInvoice',
      title: scanPlaceList.title,
      icon: 'qr',
      area: 'order',
      access: scanPlaceList.access,
    }),
    resourcePage('invoiceSet', invoiceSet, {
      path: '/_cloud_operation/invoiceSet',
      icon: 'setting',
      area: 'order',
    }),
    reportPage('invoiceReport', invoiceReport, {
      path: '/reportData/invoice',
      icon: 'invoice',
      area: 'report',
      empty: {
        title: { zh: '这段时间没有开出发票', en: 'No invoices issued in this period' },
        hint: {
          zh: '在“发票管理”中开具，或由司机扫码申请',
          en: 'Issue them under Invoices, or let drivers request them by code',
        },
      },
    }),
  ],
});
