import { singleSlot } from '@boyun/kernel/contract';
import type { TenantTx } from '@boyun/kernel/server';

/** Whether drivers can ask for invoices in a lot. Filled by the module of invoices. */
export const invoiceOffer = singleSlot<(tx: TenantTx, lotId: string) => Promise<boolean>>('order.invoice-offer');

/** Whether drivers can ask for invoices in a lot; their page is at `/invoice/{code}`. */
export const offersInvoice = async (tx: TenantTx, lotId: string): Promise<boolean> =>
  (await tx.slots.find(invoiceOffer)?.(tx, lotId)) ?? false;
