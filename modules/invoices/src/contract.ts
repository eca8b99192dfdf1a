import { moduleContract, page, resourcePage } from '@boyun/kernel/contract';
import {
  findInvoiceable,
  getInvoice,
  giveUpInvoice,
  invoiceList,
  invoiceRefusal,
  issueInvoice,
  redInvoice,
  retryInvoice,
  sendInvoice,
} from './invoice/invoice.contract.ts';
import {
  invoiceFailed,
  invoiceGivenUp,
  invoiceIssued,
  invoiceRequested,
  invoiceRetried,
  invoiceSent,
  invoiceTakenBack,
} from './invoice/invoice-event.contract.ts';
import { invoiceSet, invoiceSetRefusal, setInvoiceSecret, testInvoiceSet } from './invoice-set/invoice-set.contract.ts';
import { invoiceSecretSet } from './invoice-set/invoice-set-event.contract.ts';

export { invoiceList };

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
  ],
  reports: [invoiceList],
  refusals: [invoiceSetRefusal, invoiceRefusal],
  pages: [
    page('invoice', {
      path: '/_cloud_operation/invoice',
      title: invoiceList.title,
      icon: 'invoice',
      area: 'order',
      access: invoiceList.access,
    }),
    resourcePage('invoiceSet', invoiceSet, {
      path: '/_cloud_operation/invoiceSet',
      icon: 'setting',
      area: 'order',
    }),
  ],
});
