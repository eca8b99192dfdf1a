import { serverModule } from '@boyun/kernel/server';
import { invoices } from './contract.ts';
import { dueInvoices, workInvoices } from './hand-over/invoice.jobs.ts';
import { sendInvoiceServer } from './hand-over/send-invoice.server.ts';
import { invoiceListServer, invoiceServers } from './invoice/invoice.server.ts';
import { refundsTakenBack } from './invoice/refund-reaction.service.ts';
import { invoiceSetServer, setInvoiceSecretServer } from './invoice-set/invoice-set.server.ts';
import { testInvoiceSetServer } from './invoice-set-test/invoice-set-test.server.ts';
import { invoiceNotices } from './notice/invoice-notice.ingress.ts';

/** The server side of invoices. */
export const invoicesServer = serverModule(invoices, new URL('../migrations/', import.meta.url), {
  resources: [invoiceSetServer],
  operations: [setInvoiceSecretServer, testInvoiceSetServer, ...invoiceServers, sendInvoiceServer],
  reports: [invoiceListServer],
  ingresses: [invoiceNotices],
  reactions: [refundsTakenBack],
  sweeps: [dueInvoices],
  start: workInvoices,
});
