import { orderDisabledReason } from '@boyun/domain/order-life';
import { call, FieldInput, moneyText, ReasonDialog, useText } from '@boyun/kernel/web';
import { useState } from 'react';
import type { OrderActProps } from '../order/order-slot.view.ts';
import { useActDialog } from './act-dialog.view.tsx';
import { notifyAnswer } from './notify-answer.view.ts';
import { waiveOrder } from './order-change.contract.ts';
import './order-change.css';

/** The button that waives the debt of an order or a part of it. */
export default function Waive({
  order,
  onChanged,
  isLink,
}: {
  order: Pick<OrderActProps['order'], 'id' | 'orderNo' | 'parkingState' | 'payState' | 'paidFen' | 'dueFen'>;
  onChanged: OrderActProps['onChanged'];
  /** Drawn as the buttons of a row are. */
  isLink?: boolean;
}) {
  const t = useText();
  const [amountFen, setAmountFen] = useState<number | null>(order.dueFen);
  const { button, dialog } = useActDialog(
    waiveOrder.access,
    { zh: '减免', en: 'Waive' },
    orderDisabledReason('waive', order),
    {
      isLink,
    },
  );
  const submit = async (reason: string) => {
    const question = {
      zh: `是否减免订单 ${order.orderNo} 的 ¥${moneyText(amountFen)}？`,
      en: `Waive ¥${moneyText(amountFen)} of order ${order.orderNo}?`,
    };
    await notifyAnswer(await call(waiveOrder, { orderId: order.id, amountFen: amountFen!, reason }, { question }));
    await onChanged();
  };
  return (
    <>
      {button}
      <ReasonDialog
        {...dialog}
        words="order-waive"
        title={t({ zh: '减免欠费', en: 'Waive arrears' })}
        hint={{
          zh: `该订单欠费 ¥${moneyText(order.dueFen)}，可全部或部分减免。`,
          en: `Amount due: ¥${moneyText(order.dueFen)}; all or a part of it can be waived.`,
        }}
        disabledReason={
          amountFen === null || amountFen < 1 || amountFen > order.dueFen
            ? { zh: '减免金额须大于0且不超过欠费', en: 'Enter an amount between 0.01 and the amount due' }
            : null
        }
        onSubmit={submit}
      >
        <div className="change-fields">
          <label htmlFor="waive-amount">{t(waiveOrder.input.amountFen.label)}</label>
          <FieldInput
            id="waive-amount"
            field={waiveOrder.input.amountFen}
            fieldKey="amountFen"
            value={amountFen}
            onChange={(next) => setAmountFen(next as number | null)}
          />
        </div>
      </ReasonDialog>
    </>
  );
}
