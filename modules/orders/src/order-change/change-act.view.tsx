import { orderDisabledReason } from '@boyun/domain/order-life';
import { OperationDialog, useText } from '@boyun/kernel/web';
import type { OrderActProps } from '../order/order-slot.view.ts';
import CorrectPicture from './correct-picture.form.tsx';
import { notifyAnswer } from './notify-answer.view.ts';
import { closeOrders, correctTimes, restoreOrder, voidOrder } from './order-change.contract.ts';
import { OrderDialog, useActDialog } from './order-dialog.view.tsx';
import { orderReviews } from './order-review.contract.ts';
import Waive from './waive-order.form.tsx';

/** Buttons that change an order afterwards; each says why it is not possible. */
export function ChangeActs({ order, onChanged }: OrderActProps) {
  const isInside = order.parkingState === 'inside';
  const isVoid = order.parkingState === 'void';
  return (
    <>
      <Times order={order} onChanged={onChanged} />
      <CorrectPicture order={order} onChanged={onChanged} />
      {isInside ? <Close order={order} onChanged={onChanged} /> : <Waive order={order} onChanged={onChanged} />}
      {isVoid ? <Restore order={order} onChanged={onChanged} /> : <VoidOrder order={order} onChanged={onChanged} />}
    </>
  );
}

function VoidOrder({ order, onChanged }: OrderActProps) {
  const t = useText();
  const label = { zh: '作废', en: 'Void' };
  const reason = orderDisabledReason('void', order);
  const { button, dialog } = useActDialog(
    voidOrder.access,
    label,
    reason,
    { orderId: order.id, kind: orderReviews.void },
    { danger: true },
  );
  return (
    <>
      {button}
      <OrderDialog
        {...dialog}
        of={voidOrder}
        given={{ orderId: order.id }}
        fields={{ reason: voidOrder.input.reason }}
        isDangerous
        title={t({ zh: '作废订单 {no}', en: 'Void order {no}' }, { no: order.orderNo })}
        hint={{
          zh: '作废的订单不再计费，也不计入报表，可在“作废数据”中恢复。按审批流程可能需要他人审核。',
          en: 'A void order is not charged and excluded from all reports; it can be restored from Void data. The approval flow may require a review.',
        }}
        question={() => ({ zh: `是否作废订单 ${order.orderNo}？`, en: `Void order ${order.orderNo}?` })}
        onChanged={onChanged}
      />
    </>
  );
}

/** The button that brings a void order back. */
export function Restore({
  order,
  isLink,
  onChanged,
}: {
  order: Pick<OrderActProps['order'], 'id' | 'orderNo'>;
  isLink?: boolean;
  onChanged: OrderActProps['onChanged'];
}) {
  const t = useText();
  const { button, dialog } = useActDialog(
    restoreOrder.access,
    { zh: '恢复', en: 'Restore' },
    null,
    { orderId: order.id, kind: orderReviews.restore },
    { isLink },
  );
  return (
    <>
      {button}
      <OrderDialog
        {...dialog}
        of={restoreOrder}
        given={{ orderId: order.id }}
        fields={{ reason: restoreOrder.input.reason }}
        title={t({ zh: '恢复订单 {no}', en: 'Restore order {no}' }, { no: order.orderNo })}
        hint={{
          zh: '恢复后，订单回到作废前的状态和金额。按审批流程可能需要他人审核。',
          en: 'Restores the order with its amounts. The approval flow may require a review.',
        }}
        question={() => ({ zh: `是否恢复订单 ${order.orderNo}？`, en: `Restore order ${order.orderNo}?` })}
        onChanged={onChanged}
      />
    </>
  );
}

/** The effect of closing, as text for its dialogs. */
export const CLOSE_HINT = {
  zh: '用于车辆已离开、但没有出场记录的订单：订单按“无出场关闭”结束，未付费用转为欠费。',
  en: 'For cars that are gone without an exit record: the order is closed without exit, and its unpaid fee becomes arrears.',
};

const { orderIds: _, ...closeFields } = closeOrders.input;
/** What is asked before orders are closed. */
export const CLOSE_FIELDS = closeFields;

function Close({ order, onChanged }: OrderActProps) {
  const t = useText();
  const label = { zh: '关闭订单', en: 'Close order' };
  const { button, dialog } = useActDialog(closeOrders.access, label, orderDisabledReason('close', order), {
    orderId: order.id,
    kind: orderReviews.close,
  });
  return (
    <>
      {button}
      <OperationDialog
        {...dialog}
        of={closeOrders}
        given={{ orderIds: [order.id] }}
        fields={CLOSE_FIELDS}
        title={t({ zh: '关闭在场订单 {no}', en: 'Close order {no}' }, { no: order.orderNo })}
        hint={CLOSE_HINT}
        question={() => ({ zh: `是否关闭订单 ${order.orderNo}？`, en: `Close order ${order.orderNo}?` })}
        onDone={async ({ pendingCount }) => {
          await notifyAnswer({ isPending: pendingCount > 0 });
          await onChanged();
        }}
      />
    </>
  );
}

const { orderId: __, ...TIME_FIELDS } = correctTimes.input;
const NO_ENTRY = { zh: '请填写入场时间', en: 'Give the entry time' };
const SAME_TIMES = { zh: '时间没有变化', en: 'The times are the same' };

function Times({ order, onChanged }: OrderActProps) {
  const t = useText();
  const label = { zh: '更正时间', en: 'Times' };
  const { button, dialog } = useActDialog(correctTimes.access, label, orderDisabledReason('correct-times', order), {
    orderId: order.id,
    kind: orderReviews.times,
  });
  return (
    <>
      {button}
      <OrderDialog
        {...dialog}
        of={correctTimes}
        given={{ orderId: order.id }}
        fields={TIME_FIELDS}
        initial={{ enteredAt: order.enteredAt, leftAt: order.leftAt }}
        parts={order.leftAt ? {} : { leftAt: null }}
        title={t({ zh: '更正进出时间', en: 'Correct the times' })}
        hint={{
          zh: '费用按更正后的时间重新计算；原记录保留，更正写入订单的更正记录。',
          en: 'The fee follows the corrected times. The record stays; the correction is kept with the order.',
        }}
        disabledReason={({ enteredAt, leftAt }) => {
          if (enteredAt === null) return NO_ENTRY;
          const isSame =
            enteredAt.getTime() === order.enteredAt.getTime() && leftAt?.getTime() === order.leftAt?.getTime();
          return isSame ? SAME_TIMES : null;
        }}
        question={() => ({
          zh: `是否更正订单 ${order.orderNo} 的时间？`,
          en: `Correct the times of order ${order.orderNo}?`,
        })}
        onChanged={onChanged}
      />
    </>
  );
}
