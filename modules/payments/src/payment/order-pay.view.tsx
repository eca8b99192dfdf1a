import { whyNotOrder } from '@boyun/domain/order-life';
import type { Label } from '@boyun/kernel/contract';
import { ActButton, now, useText } from '@boyun/kernel/web';
import { orderRefusal } from '@boyun/orders/contract';
import type { OrderActProps } from '@boyun/orders/web';
import { useState } from 'react';
import CollectCash from './collect-cash.form.tsx';
import { PayCode } from './pay-code.view.tsx';
import { collectCash } from './payment.contract.ts';

const NO_CODE: Label = { zh: '没有支付码', en: 'There is no pay code for it' };

/** Buttons that take money for an order: cash, or the QR code a driver pays by. */
export default function OrderPay({ order, onChanged }: OrderActProps) {
  const t = useText();
  const [shown, setShown] = useState<'cash' | 'code' | null>(null);
  const isLocked = order.lockedUntil !== null && order.lockedUntil > now();
  const reason = whyNotOrder('collect', order) ?? (isLocked ? orderRefusal.locked : null);
  return (
    <>
      <ActButton type="primary" access={collectCash.access} whyNot={reason} onAct={() => setShown('cash')}>
        {t({ zh: '现金收费', en: 'Collect cash' })}
      </ActButton>
      <ActButton
        access={collectCash.access}
        whyNot={(isLocked && order.dueFen > 0 ? null : reason) ?? (order.payPath ? null : NO_CODE)}
        onAct={() => setShown('code')}
      >
        {t({ zh: '扫码支付', en: 'Pay by QR' })}
      </ActButton>
      <CollectCash orderId={shown === 'cash' ? order.id : null} onClose={() => setShown(null)} onPaid={onChanged} />
      {shown === 'code' && <PayCode order={order} onClose={() => setShown(null)} onPaid={onChanged} />}
    </>
  );
}
