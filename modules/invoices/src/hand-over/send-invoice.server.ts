import { disabledReason, Refusal } from '@boyun/kernel/contract';
import { coversLot, handle, notFound } from '@boyun/kernel/server';
import { invoiceTransitions } from '../invoice/invoice.contract.ts';
import { findInvoice } from '../invoice/invoice.queries.ts';
import { invoiceRefusal, sendInvoice } from '../invoice/invoice-act.contract.ts';
import { hasSite, sendLink } from './deliver.service.ts';

/** Sends the link of an issued invoice once more, to other addresses where they are given. */
export const sendInvoiceServer = handle(sendInvoice, async (tx, { invoiceId, mobile, email }, act, kernel) => {
  const row = await findInvoice(tx, invoiceId, true);
  if (!row || !coversLot(tx.who, row.lotId)) throw notFound(tx.who, { zh: '发票', en: 'Invoice' });
  const reason = disabledReason(invoiceTransitions, 'send', row.state);
  if (reason) throw new Refusal(invoiceRefusal['not-possible'], { reason: reason[tx.who.language] });
  if (!mobile && !email) throw new Refusal(invoiceRefusal['no-address']);
  if (!hasSite(kernel)) throw new Refusal(invoiceRefusal['no-site']);
  await sendLink(tx, kernel, invoiceId, { mobile, email });
  act.describe({
    subjectKind: 'invoice',
    subjectId: invoiceId,
    subject: `${row.requestNo} ${row.titleName}`,
    lotId: row.lotId,
    after: { mobile, email },
  });
  return {};
});
