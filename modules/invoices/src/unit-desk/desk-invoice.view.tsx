import './desk-invoice.css';
import type { UnitBillFacts } from '@boyun/groups/web';
import { ActButton, call, Money, moneyText, OperationDialog, StateDot, useLanguage, useText } from '@boyun/kernel/web';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { InvoiceState } from '../invoice/invoice.contract.ts';
import { hiddenOfTitle, partsOfTitle, TITLE_FIELDS } from '../invoice-page/title-fields.view.tsx';
import { getDeskInvoices, issueDeskInvoice } from './desk-invoice.contract.ts';

/** How often invoices under way are looked at. */
const FOLLOW_MS = 3000;
const NOT_PAID = { zh: '付款后可申请发票', en: 'Invoices can be requested once the bill is paid' };
const NOTHING_LEFT = { zh: '已付款项已全部开票或已退款', en: 'Everything that was paid is invoiced or refunded' };
const { invoiceType, remark } = issueDeskInvoice.input;
const FIELDS = { invoiceType, ...TITLE_FIELDS, remark };

/** The invoices of a bill at the desk of its unit, and the button that asks for one. */
export default function DeskInvoice({ bill }: { bill: UnitBillFacts }) {
  const t = useText();
  const language = useLanguage();
  const [isOpen, setOpen] = useState(false);
  const { data, refetch } = useQuery({
    queryKey: ['list', getDeskInvoices.name, bill.id, bill.paidFen, bill.refundedFen, language],
    queryFn: ({ signal }) => call(getDeskInvoices, { unitBillId: bill.id }, { signal, isQuiet: true }),
    // A payment changes the key: what is shown, and a form that is open, stays until the new facts arrive.
    placeholderData: (before, query) => (query?.queryKey[2] === bill.id ? before : undefined),
    refetchInterval: ({ state }) => (state.data?.invoices.some((one) => one.state <= 2) ? FOLLOW_MS : false),
  });
  if (!data) return null;
  const { availableFen, hasSpecial, blocked, invoices, title } = data;
  const nothing = bill.paidFen > bill.refundedFen ? NOTHING_LEFT : NOT_PAID;
  const why = blocked ? { zh: blocked, en: blocked } : availableFen > 0 ? null : nothing;
  return (
    <section className="desk-invoice">
      <header>
        <h3>{t({ zh: '发票', en: 'Invoices' })}</h3>
        <ActButton access={issueDeskInvoice.access} disabledReason={why} onAct={() => setOpen(true)}>
          {t(issueDeskInvoice.title)}
        </ActButton>
      </header>
      <ul>
        {invoices.map((one) => (
          <li key={one.id}>
            <StateDot tone={InvoiceState[one.state].tone} label={InvoiceState[one.state]} />
            <span className="by-figure">{one.invoiceNo ?? '—'}</span>
            <Money fen={one.amountFen} />
            <a href={one.linkPath} target="_blank" rel="noreferrer">
              {t({ zh: '查看', en: 'View' })}
            </a>
          </li>
        ))}
      </ul>
      {isOpen && (
        <OperationDialog
          isOpen
          width={640}
          columns={2}
          of={issueDeskInvoice}
          fields={FIELDS}
          given={({ titleType }) => ({ unitBillId: bill.id, ...hiddenOfTitle(titleType) })}
          initial={title ?? { titleType: 1, titleName: bill.unitName }}
          parts={({ titleType, invoiceType: type }) => ({
            // A special invoice is for an enterprise, where the issuer has them.
            ...(hasSpecial && titleType === 1 ? {} : { invoiceType: null }),
            ...(type === 'special' ? { titleType: null } : {}),
            ...partsOfTitle(titleType),
          })}
          okText={() => ({ zh: `申请 ¥${moneyText(availableFen)}`, en: `Request ¥${moneyText(availableFen)}` })}
          done={() => ({ zh: '已提交，正在开票', en: 'Sent, the invoice is being issued' })}
          onClose={() => setOpen(false)}
          onDone={() => refetch()}
        />
      )}
    </section>
  );
}
