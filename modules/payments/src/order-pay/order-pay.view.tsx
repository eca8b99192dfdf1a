import { orderDisabledReason, refundDisabledReason } from '@boyun/domain/order-life';
import type { Label } from '@boyun/kernel/contract';
import { ActButton, now, useText } from '@boyun/kernel/web';
import { orderRefusal, orderReviews } from '@boyun/orders/contract';
import type { OrderActProps } from '@boyun/orders/web';
import { usePendingReason } from '@boyun/reviews/web';
import { useState } from 'react';
import { collectCash } from '../payment/payment.contract.ts';
import { refundOrder } from '../refund/refund.contract.ts';
import RefundOrder from '../refund/refund-order.form.tsx';
import CollectCash from './collect-cash.form.tsx';

const NO_CODE: Label = { zh: '没有支付码', en: 'There is no pay code for it' };

/** Buttons about the money of an order: cash, the QR code a driver pays by, and giving back. */
export default function OrderPay({ order, onChanged }: OrderActProps) {
  const t = useText();
  const [shown, setShown] = useState<'cash' | 'code' | 'refund' | null>(null);
  const refundPending = usePendingReason(order.id, orderReviews.refund.name);
  const isLocked = order.lockedUntil !== null && order.lockedUntil > now();
  const reason = orderDisabledReason('collect', order) ?? (isLocked ? orderRefusal.locked : null);
  return (
    <>
      <ActButton type="primary" access={collectCash.access} disabledReason={reason} onAct={() => setShown('cash')}>
        {t({ zh: '现金收费', en: 'Collect cash' })}
      </ActButton>
      <ActButton
        access={collectCash.access}
        disabledReason={(isLocked && order.dueFen > 0 ? null : reason) ?? (order.payPath ? null : NO_CODE)}
        onAct={() => setShown('code')}
      >
        {t({ zh: '扫码支付', en: 'Pay by QR' })}
      </ActButton>
      <ActButton
        access={refundOrder.access}
        disabledReason={refundDisabledReason(order) ?? refundPending}
        onAct={() => setShown('refund')}
      >
        {t({ zh: '退款', en: 'Refund' })}
      </ActButton>
      <CollectCash
        orderId={shown === 'cash' || shown === 'code' ? order.id : null}
        by={shown === 'code' ? 'qr' : 'cash'}
        onClose={() => setShown(null)}
        onPaid={onChanged}
      />
      {shown === 'refund' && <RefundOrder order={order} onClose={() => setShown(null)} onChanged={onChanged} />}
    </>
  );
}
