import { disabledReason, type Output } from '@boyun/kernel/contract';
import { ActButton, OperationDialog, useText } from '@boyun/kernel/web';
import { useState } from 'react';
import { type getInvoice, invoiceList, invoiceTransitions } from '../invoice/invoice.contract.ts';
import { giveUpInvoice, redInvoice, retryInvoice, sendInvoice } from '../invoice/invoice-act.contract.ts';
import { hiddenOfTitle, partsOfTitle, TITLE_FIELDS } from './title-fields.view.tsx';

type Invoice = Output<typeof getInvoice>['invoice'];
type Act = keyof typeof invoiceTransitions;

const OF = { retry: retryInvoice, 'give-up': giveUpInvoice, red: redInvoice, send: sendInvoice } as const;
const ALL_BACK = { zh: '已全部冲红', en: 'Fully reversed' };
const IS_RED = { zh: '红字发票不能再冲红', en: 'A red letter cannot be reversed' };
const OF_REFUND = {
  zh: '退款的红字发票不能撤销，请重试',
  en: 'The red letter of a refund cannot be cancelled; try again',
};
const { mobile, email } = sendInvoice.input;

/** Why an act is not possible now. */
function reasonOf(act: Act, { state, kind, source, redFen, inclFen }: Invoice) {
  const impossible = disabledReason(invoiceTransitions, act, state);
  if (impossible) return impossible;
  if (act === 'red') return kind === 'red' ? IS_RED : redFen >= inclFen ? ALL_BACK : null;
  return act === 'give-up' && kind === 'red' && source === 'refund' ? OF_REFUND : null;
}

/** The buttons of one invoice, with their dialogs. */
export function InvoiceActs({ invoice, onDone }: { invoice: Invoice; onDone: () => Promise<unknown> }) {
  const t = useText();
  const [shown, setShown] = useState<Act | null>(null);
  const acts: readonly Act[] = invoice.state === 4 ? ['retry', 'give-up'] : ['send', 'red'];
  const common = {
    isOpen: true,
    refreshes: [invoiceList.name],
    onClose: () => setShown(null),
    onDone,
  };
  const invoiceId = invoice.id;
  return (
    <>
      {acts.map((act) => (
        <ActButton
          key={act}
          access={OF[act].access}
          type={act === 'retry' ? 'primary' : 'default'}
          danger={act === 'red' || act === 'give-up'}
          disabledReason={reasonOf(act, invoice)}
          onAct={() => setShown(act)}
        >
          {t(OF[act].title)}
        </ActButton>
      ))}
      {shown === 'retry' && <Retry {...common} invoice={invoice} />}
      {shown === 'give-up' && (
        <OperationDialog
          {...common}
          of={giveUpInvoice}
          given={{ invoiceId }}
          fields={{ note: giveUpInvoice.input.note }}
          isDangerous
          title={`${t(giveUpInvoice.title)} · ${invoice.requestNo}`}
          hint={{ zh: '撤销后，这些订单可以重新申请开票', en: 'Its orders can then be invoiced again' }}
          done={{ zh: '已撤销', en: 'Cancelled' }}
        />
      )}
      {shown === 'red' && (
        <OperationDialog
          {...common}
          of={redInvoice}
          given={{ invoiceId }}
          fields={{ note: redInvoice.input.note }}
          isDangerous
          title={`${t(redInvoice.title)} · ${invoice.invoiceNo}`}
          hint={{
            zh: '将为剩余金额开具红字发票；完成后订单可重新开票。退款会自动冲红，无需在此操作',
            en: 'A red letter reverses the remaining amount; the orders can then be invoiced again. Refunds are reversed automatically',
          }}
          done={{ zh: '红字发票已提交', en: 'Red letter requested' }}
        />
      )}
      {shown === 'send' && (
        <OperationDialog
          {...common}
          of={sendInvoice}
          given={{ invoiceId }}
          fields={{ mobile, email }}
          initial={{ mobile: invoice.mobile, email: invoice.email }}
          title={`${t(sendInvoice.title)} · ${invoice.invoiceNo}`}
          hint={{ zh: '收到的链接可查看和下载发票', en: 'The link opens the invoice and its files' }}
          done={{ zh: '已发送', en: 'Sent' }}
        />
      )}
    </>
  );
}

/** Tries an invoice again, with another title; a red letter is for whom its invoice was. */
function Retry({
  invoice,
  ...common
}: {
  invoice: Invoice;
  isOpen: boolean;
  refreshes: readonly string[];
  onClose: () => void;
  onDone: () => Promise<unknown>;
}) {
  const t = useText();
  const { id: invoiceId, failReason, kind } = invoice;
  const words = {
    title: `${t(retryInvoice.title)} · ${invoice.requestNo}`,
    okText: retryInvoice.title,
    done: { zh: '已重新提交', en: 'Submitted again' },
    ...(failReason ? { hint: { zh: `上次失败：${failReason}`, en: `Last attempt failed: ${failReason}` } } : {}),
  };
  if (kind === 'red')
    return <OperationDialog {...common} {...words} of={retryInvoice} given={{ ...invoice, invoiceId }} fields={{}} />;
  return (
    <OperationDialog
      {...common}
      {...words}
      of={retryInvoice}
      width={680}
      columns={2}
      fields={TITLE_FIELDS}
      given={({ titleType }) => ({ invoiceId, ...hiddenOfTitle(titleType) })}
      initial={invoice}
      parts={({ titleType }) => ({
        ...(invoice.invoiceType === 'special' ? { titleType: null } : {}),
        ...partsOfTitle(titleType),
      })}
    />
  );
}
