import { ActButton, useText } from '@boyun/kernel/web';
import type { OrderActProps } from '@boyun/orders/web';
import { useState } from 'react';
import { issueInvoice } from '../invoice/invoice-act.contract.ts';
import IssueInvoice from './issue-invoice.form.tsx';

const NO_ISSUER = { zh: '该车场未开通电子发票', en: 'This lot does not issue e-invoices' };
const NOT_PAID = { zh: '该订单没有实收金额', en: 'Nothing was received for this order' };

/** The button that invoices an order, in its detail. */
export default function OrderInvoice({ order, onChanged }: OrderActProps) {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <ActButton
        access={issueInvoice.access}
        disabledReason={order.invoicePath === null ? NO_ISSUER : order.paidFen <= 0 ? NOT_PAID : null}
        onAct={() => setOpen(true)}
      >
        {t({ zh: '开发票', en: 'Invoice' })}
      </ActButton>
      {isOpen && <IssueInvoice one={{ orderId: order.id }} onClose={() => setOpen(false)} onDone={onChanged} />}
    </>
  );
}
