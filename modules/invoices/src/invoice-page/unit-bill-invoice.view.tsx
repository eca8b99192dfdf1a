import type { UnitBillFacts } from '@boyun/groups/web';
import { ActButton, useText } from '@boyun/kernel/web';
import { useState } from 'react';
import { issueInvoice } from '../invoice/invoice-act.contract.ts';
import IssueInvoice from './issue-invoice.form.tsx';

const NOT_PAID = { zh: '该账单没有实收金额', en: 'Nothing was received for this bill' };

/** The button that invoices a unit's bill, in its detail. */
export default function UnitBillInvoice({ bill }: { bill: UnitBillFacts }) {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <ActButton
        access={issueInvoice.access}
        disabledReason={bill.paidFen > bill.refundedFen ? null : NOT_PAID}
        onAct={() => setOpen(true)}
      >
        {t({ zh: '开发票', en: 'Invoice' })}
      </ActButton>
      {isOpen && <IssueInvoice one={{ word: bill.billNo }} titleName={bill.unitName} onClose={() => setOpen(false)} />}
    </>
  );
}
