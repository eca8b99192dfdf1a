import type { TenantTx } from '@boyun/kernel/server';
import { InvoiceUse } from '../invoice-set/invoice-set.contract.ts';
import { findIssuers, findOffers } from '../invoice-set/invoice-set.queries.ts';
import { findInvoicesOf, type Invoiceable, type InvoiceOfBill } from './billed.queries.ts';
import { invoiceRefusal } from './invoice-act.contract.ts';

const NO_ISSUER = { zh: '该车场未开通电子发票', en: 'This lot does not issue e-invoices' };
const noService = (use: InvoiceUse) => ({
  zh: `开票设置中没有“${InvoiceUse[use].zh}”的开票项目`,
  en: `The invoice setting has no service for ${InvoiceUse[use].en.toLowerCase()}`,
});

/** A bill with what its issuer offers: special invoices, why there is none, and the invoices it has. */
export interface OfferedBill extends Invoiceable {
  readonly hasSpecial: boolean;
  readonly blocked: string | null;
  readonly invoices: readonly InvoiceOfBill[];
}

/** Returns bills with what the issuers of their lots offer for them. */
export async function withOffers(tx: TenantTx, bills: readonly Invoiceable[]): Promise<OfferedBill[]> {
  const issuers = await findIssuers(tx, [...new Set(bills.map((one) => one.lotId))]);
  const offerOf = await findOffers(tx, [...issuers.values()]);
  const invoices = Map.groupBy(
    await findInvoicesOf(
      tx,
      bills.map((one) => one.billId),
    ),
    (one) => one.billId,
  );
  const { language } = tx.who;
  const blockedOf = ({ lotId, simulatedFen, use }: Invoiceable) => {
    const issuer = issuers.get(lotId);
    if (!issuer) return NO_ISSUER[language];
    if (offerOf(issuer, use) === 'none') return noService(use)[language];
    return issuer.provider !== 'sandbox' && simulatedFen > 0 ? invoiceRefusal.simulated[language] : null;
  };
  return bills.map((one) => ({
    ...one,
    hasSpecial: issuers.has(one.lotId) && offerOf(issuers.get(one.lotId)!, one.use) === 'special',
    blocked: blockedOf(one),
    invoices: invoices.get(one.billId) ?? [],
  }));
}
