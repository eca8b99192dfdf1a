import { call, ErrorState, moneyText, OperationDialog, Skeleton, useText } from '@boyun/kernel/web';
import { PayChannel } from '@boyun/money/contract';
import type { OrderActProps } from '@boyun/orders/web';
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { getRefundable, refundOrder } from './refund.contract.ts';

const { orderId: _, leftFen: __, ...FIELDS } = refundOrder.input;
const NOTHING_LEFT = { zh: '没有可退的款项', en: 'There is no money to refund' };
const NOT_AMOUNT = {
  zh: '退款金额须大于0且不超过可退金额',
  en: 'Enter an amount between 0.01 and the refundable amount',
};

/** The dialog that refunds an order: payment, amount, way and reason. */
export default function RefundOrder({ order, onClose, onChanged }: OrderActProps & { onClose: () => void }) {
  const t = useText();
  const asked = useQuery({
    queryKey: ['order', order.id, 'refundable'],
    queryFn: ({ signal }) => call(getRefundable, { orderId: order.id }, { signal, isQuiet: true }),
    staleTime: 0,
    gcTime: 0,
  });
  const payments = asked.data?.payments ?? [];
  // The first payment is refunded unless another one is chosen.
  const chosenOf = (id: string | null) => payments.find((one) => one.paymentId === id) ?? payments[0];
  return (
    <OperationDialog
      isOpen
      onClose={onClose}
      of={refundOrder}
      given={({ paymentId }) => ({ orderId: order.id, leftFen: chosenOf(paymentId)?.leftFen ?? 0 })}
      fields={FIELDS}
      initial={{ amountFen: order.overpaidFen || null }}
      placeholder={
        asked.error ? (
          <ErrorState error={asked.error} onRetry={() => void asked.refetch()} />
        ) : !asked.data ? (
          <Skeleton lines={3} />
        ) : undefined
      }
      parts={{
        paymentId: ({ id, value, onChange }) => (
          <>
            <Select
              id={id}
              value={chosenOf(value)?.paymentId}
              onChange={onChange}
              options={payments.map((one) => ({
                value: one.paymentId,
                label: `${t(PayChannel[one.channel])} · ${one.paymentNo}`,
              }))}
            />
            <span>
              {t({ zh: '可退金额', en: 'Can go back' })}{' '}
              <b className="by-figure">¥{moneyText(chosenOf(value)?.leftFen ?? 0)}</b>
            </span>
          </>
        ),
      }}
      isDangerous
      title={t({ zh: '退款 {no}', en: 'Refund of {no}' }, { no: order.orderNo })}
      hint={{
        zh: '先退多收的部分，其余作为对停车费的减免。按审批流程可能需要他人审核。',
        en: 'The excess is refunded first; the rest is waived from the fee. The approval flow may require a review.',
      }}
      disabledReason={({ paymentId, amountFen }) => {
        const chosen = chosenOf(paymentId);
        if (!chosen) return NOTHING_LEFT;
        return amountFen === null || amountFen < 1 || amountFen > chosen.leftFen ? NOT_AMOUNT : null;
      }}
      question={({ amountFen }) => ({
        zh: `是否退款 ¥${moneyText(amountFen)}？`,
        en: `Refund ¥${moneyText(amountFen)}?`,
      })}
      done={({ isPending }) =>
        isPending
          ? { zh: '退款申请已提交，等待审核', en: 'Sent for review' }
          : { zh: '退款已提交', en: 'The refund is on its way' }
      }
      // On success and on refusal the dialog shows the refundable amount again.
      onSettled={() => void asked.refetch()}
      onDone={onChanged}
    />
  );
}
