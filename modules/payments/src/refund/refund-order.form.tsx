import { call, ErrorState, FieldInput, moneyText, notify, ReasonDialog, Skeleton, useText } from '@boyun/kernel/web';
import { PayChannel } from '@boyun/money/contract';
import type { OrderActProps } from '@boyun/orders/web';
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useState } from 'react';
import { getRefundable, type RefundWay, refundOrder } from './refund.contract.ts';
import '../payment/payment.css';

/** The dialog that refunds an order: payment, amount, way and reason. */
export default function RefundOrder({ order, onClose, onChanged }: OrderActProps & { onClose: () => void }) {
  const t = useText();
  const [paymentId, setPaymentId] = useState<string | null>(null);
  const [amountFen, setAmountFen] = useState<number | null>(order.overpaidFen || null);
  const [way, setWay] = useState<RefundWay>('origin');
  const asked = useQuery({
    queryKey: ['order', order.id, 'refundable'],
    queryFn: ({ signal }) => call(getRefundable, { orderId: order.id }, { signal, isQuiet: true }),
    staleTime: 0,
    gcTime: 0,
  });
  const payments = asked.data?.payments ?? [];
  const chosen = payments.find((one) => one.paymentId === paymentId) ?? payments[0];
  const submit = async (reason: string) => {
    const { paymentId, leftFen } = chosen!;
    const values = { orderId: order.id, paymentId, leftFen, amountFen: amountFen!, way, reason };
    const question = {
      zh: `是否退款 ¥${moneyText(amountFen)}？`,
      en: `Refund ¥${moneyText(amountFen)}?`,
    };
    // On success and on refusal the dialog shows the refundable amount again.
    const { isPending } = await call(refundOrder, values, { question }).finally(() => void asked.refetch());
    notify(
      'good',
      isPending
        ? { zh: '退款申请已提交，等待审核', en: 'Sent for review' }
        : { zh: '退款已提交', en: 'The refund is on its way' },
    );
    await onChanged();
  };
  const field = refundOrder.input;
  return (
    <ReasonDialog
      isOpen
      isDangerous
      words="order-refund"
      title={t({ zh: '退款 {no}', en: 'Refund of {no}' }, { no: order.orderNo })}
      hint={{
        zh: '先退多收的部分，其余作为对停车费的减免。按审批流程可能需要他人审核。',
        en: 'The excess is refunded first; the rest is waived from the fee. The approval flow may require a review.',
      }}
      disabledReason={
        !chosen
          ? { zh: '没有可退的款项', en: 'There is no money to refund' }
          : amountFen === null || amountFen < 1 || amountFen > chosen.leftFen
            ? { zh: '退款金额须大于0且不超过可退金额', en: 'Enter an amount between 0.01 and the refundable amount' }
            : null
      }
      onSubmit={submit}
      onClose={onClose}
    >
      {asked.error ? (
        <ErrorState error={asked.error} onRetry={() => void asked.refetch()} />
      ) : !asked.data ? (
        <Skeleton lines={3} />
      ) : (
        <div className="pay-refund">
          <label htmlFor="refund-payment">{t(field.paymentId.label)}</label>
          <Select
            id="refund-payment"
            value={chosen?.paymentId}
            onChange={setPaymentId}
            options={payments.map((one) => ({
              value: one.paymentId,
              label: `${t(PayChannel[one.channel])} · ${one.paymentNo}`,
            }))}
          />
          <span>{t({ zh: '可退金额', en: 'Can go back' })}</span>
          <b className="by-figure">¥{moneyText(chosen?.leftFen ?? 0)}</b>
          <label htmlFor="refund-amount">{t(field.amountFen.label)}</label>
          <FieldInput
            id="refund-amount"
            field={field.amountFen}
            fieldKey="amountFen"
            value={amountFen}
            onChange={(next) => setAmountFen(next as number | null)}
          />
          <label htmlFor="refund-way">{t(field.way.label)}</label>
          <FieldInput
            id="refund-way"
            field={field.way}
            fieldKey="way"
            value={way}
            onChange={(next) => setWay((next ?? 'origin') as RefundWay)}
          />
        </div>
      )}
    </ReasonDialog>
  );
}
