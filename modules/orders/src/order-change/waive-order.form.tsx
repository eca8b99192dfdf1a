import { orderDisabledReason } from '@boyun/domain/order-life';
import { moneyText, useText } from '@boyun/kernel/web';
import type { OrderActProps } from '../order/order-slot.view.ts';
import { waiveOrder } from './order-change.contract.ts';
import { OrderDialog, useActDialog } from './order-dialog.view.tsx';
import { orderReviews } from './order-review.contract.ts';

const { orderId: _, ...FIELDS } = waiveOrder.input;
const NOT_AMOUNT = { zh: '减免金额须大于0且不超过欠费', en: 'Enter an amount between 0.01 and the amount due' };

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
  const label = { zh: '减免', en: 'Waive' };
  const { button, dialog } = useActDialog(
    waiveOrder.access,
    label,
    orderDisabledReason('waive', order),
    { orderId: order.id, kind: orderReviews.waive },
    { isLink },
  );
  return (
    <>
      {button}
      <OrderDialog
        {...dialog}
        of={waiveOrder}
        given={{ orderId: order.id }}
        fields={FIELDS}
        initial={{ amountFen: order.dueFen }}
        title={t({ zh: '减免欠费', en: 'Waive arrears' })}
        hint={{
          zh: `该订单欠费 ¥${moneyText(order.dueFen)}，可全部或部分减免。`,
          en: `Amount due: ¥${moneyText(order.dueFen)}; all or a part of it can be waived.`,
        }}
        disabledReason={({ amountFen }) =>
          amountFen === null || amountFen < 1 || amountFen > order.dueFen ? NOT_AMOUNT : null
        }
        question={({ amountFen }) => ({
          zh: `是否减免订单 ${order.orderNo} 的 ¥${moneyText(amountFen)}？`,
          en: `Waive ¥${moneyText(amountFen)} of order ${order.orderNo}?`,
        })}
        onChanged={onChanged}
      />
    </>
  );
}
