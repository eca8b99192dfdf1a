import type { Output } from '@boyun/kernel/contract';
import { call, ErrorState, moneyText, OperationDialog, Skeleton, useText } from '@boyun/kernel/web';
import { PayChannel } from '@boyun/money/contract';
import type { OrderActProps } from '@boyun/orders/web';
import { useQuery } from '@tanstack/react-query';
import { Button, Select } from 'antd';
import { useId, useState } from 'react';
import { getRefundable, refundOrder, refundRefusal } from './refund.contract.ts';

const { amountFen, way, reason } = refundOrder.input;
const FIELDS = { amountFen, way, reason };
const NOTHING_LEFT = { zh: '没有可退的款项', en: 'There is no money to refund' };
const NOT_AMOUNT = {
  zh: '退款金额须大于0且不超过可退金额',
  en: 'Enter an amount between 0.01 and the refundable amount',
};

/** The dialog that refunds an order: payment, amount, way and reason. */
export default function RefundOrder({ order, onClose, onChanged }: OrderActProps & { onClose: () => void }) {
  const t = useText();
  const [paymentId, setPaymentId] = useState<string | null>(null);
  const asked = useQuery({
    queryKey: ['order', order.id, 'refundable'],
    queryFn: ({ signal }) => call(getRefundable, { orderId: order.id }, { signal, isQuiet: true }),
    staleTime: 0,
    gcTime: 0,
  });
  const payments = asked.data?.payments ?? [];
  // The first payment is refunded unless another one is chosen.
  const chosen = payments.find((one) => one.paymentId === paymentId) ?? payments[0];
  return (
    <OperationDialog
      isOpen
      onClose={onClose}
      of={refundOrder}
      given={{ orderId: order.id, paymentId: chosen?.paymentId ?? '', leftFen: chosen?.leftFen ?? 0 }}
      fields={FIELDS}
      initial={{ amountFen: order.overpaidFen || null }}
      placeholder={
        asked.error ? (
          <ErrorState error={asked.error} onRetry={() => void asked.refetch()} />
        ) : !asked.data ? (
          <Skeleton lines={3} />
        ) : undefined
      }
      isDangerous
      title={t({ zh: '退款 {no}', en: 'Refund of {no}' }, { no: order.orderNo })}
      hint={{
        zh: '先退多收的部分，其余作为对停车费的减免。按审批流程可能需要他人审核。',
        en: 'The excess is refunded first; the rest is waived from the fee. The approval flow may require a review.',
      }}
      disabledReason={(values) => {
        if (!chosen) return NOTHING_LEFT;
        if (chosen.channel === 'balance' && values.way !== 'origin') return refundRefusal['to-wallet'];
        const asks = values.amountFen ?? 0;
        return asks < 1 || asks > chosen.leftFen ? NOT_AMOUNT : null;
      }}
      question={(values) => ({
        zh: `是否退款 ¥${moneyText(values.amountFen)}？`,
        en: `Refund ¥${moneyText(values.amountFen)}?`,
      })}
      done={({ isPending }) =>
        isPending
          ? { zh: '退款申请已提交，等待审核', en: 'Sent for review' }
          : { zh: '退款已提交', en: 'The refund is on its way' }
      }
      // On success and on refusal the dialog shows the refundable amount again.
      onSettled={() => void asked.refetch()}
      onDone={onChanged}
    >
      {({ values, setValues }) =>
        asked.data && (
          <PaymentChoice
            payments={payments}
            chosen={chosen}
            isOver={(values.amountFen ?? 0) > (chosen?.leftFen ?? 0)}
            onChoose={setPaymentId}
            onAll={() => setValues({ amountFen: chosen?.leftFen ?? null })}
          />
        )
      }
    </OperationDialog>
  );
}

type Payment = Output<typeof getRefundable>['payments'][number];

/** The payment to refund, with its refundable amount. */
function PaymentChoice({
  payments,
  chosen,
  isOver,
  onChoose,
  onAll,
}: {
  payments: readonly Payment[];
  chosen: Payment | undefined;
  /** More is asked than can go back. */
  isOver: boolean;
  onChoose: (paymentId: string) => void;
  onAll: () => void;
}) {
  const t = useText();
  const id = useId();
  return (
    <div className="by-field">
      <label htmlFor={id} className="is-required">
        {t(refundOrder.input.paymentId.label)}
      </label>
      <Select
        id={id}
        value={chosen?.paymentId}
        options={payments.map((one) => ({
          value: one.paymentId,
          label: `${t(PayChannel[one.channel])} · ${one.paymentNo}`,
        }))}
        onChange={onChoose}
      />
      <span>
        {t({ zh: '可退金额', en: 'Can go back' })} <b className="by-figure">¥{moneyText(chosen?.leftFen ?? 0)}</b>{' '}
        {chosen && (
          <Button type="link" size="small" onClick={onAll}>
            {t({ zh: '全额', en: 'All of it' })}
          </Button>
        )}
      </span>
      {isOver && (
        <p className="by-issue" role="alert">
          {t({ zh: '最多 ¥{most}', en: 'At most ¥{most}' }, { most: moneyText(chosen?.leftFen ?? 0) })}
        </p>
      )}
    </div>
  );
}
