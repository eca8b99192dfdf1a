import { fill } from '@boyun/kernel/contract';
import { retainedTable, serverModule } from '@boyun/kernel/server';
import { invoiceOffer } from '@boyun/orders/server';
import { invoices } from './contract.ts';
import { dueInvoices, workInvoices } from './hand-over/invoice.jobs.ts';
import { sendInvoiceServer } from './hand-over/send-invoice.server.ts';
import { invoiceListServer, invoiceServers } from './invoice/invoice.server.ts';
import { refundsTakenBack } from './invoice/refund-reaction.service.ts';
import { invoiceReportServer } from './invoice-report/invoice-report.server.ts';
import { invoiceSetServer, setInvoiceSecretServer } from './invoice-set/invoice-set.server.ts';
import { testInvoiceSetServer } from './invoice-set-test/invoice-set-test.server.ts';
import { invoiceNotices } from './notice/invoice-notice.ingress.ts';
import { proofServers } from './scan/proof.server.ts';
import { isOffered, scanPlaceListServer, scanServers } from './scan/scan.server.ts';
import { findTitlesServer } from './title-search/title-search.server.ts';
import { deskInvoiceServers } from './unit-desk/desk-invoice.server.ts';

export { findInvoicesOf } from './scan/holder-invoice.queries.ts';

/** The server side of invoices. */
export const invoicesServer = serverModule(invoices, new URL('../migrations/', import.meta.url), {
  resources: [invoiceSetServer],
  operations: [
    setInvoiceSecretServer,
    testInvoiceSetServer,
    ...invoiceServers,
    sendInvoiceServer,
    findTitlesServer,
    ...proofServers,
    ...scanServers,
    ...deskInvoiceServers,
  ],
  reports: [invoiceListServer, scanPlaceListServer, invoiceReportServer],
  ingresses: [invoiceNotices],
  reactions: [refundsTakenBack],
  retained: [retainedTable({ key: 'passing', part: 'invoice proofs', table: 'invoice_pass' })],
  slots: [fill(invoiceOffer, isOffered)],
  sweeps: [dueInvoices],
  start: workInvoices,
});
