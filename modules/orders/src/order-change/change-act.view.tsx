import { orderDisabledReason } from '@boyun/domain/order-life';
import { call, FieldInput, ReasonDialog, useText } from '@boyun/kernel/web';
import { useState } from 'react';
import type { OrderActProps } from '../order/order-slot.view.ts';
import { useActDialog } from './act-dialog.view.tsx';
import CorrectPicture from './correct-picture.form.tsx';
import { notifyAnswer } from './notify-answer.view.ts';
import { closeOrders, correctTimes, restoreOrder, voidOrder } from './order-change.contract.ts';
import Waive from './waive-order.form.tsx';
import './order-change.css';

/** Buttons that change an order afterwards; each says why it is not possible. */
export function ChangeActs({ order, onChanged }: OrderActProps) {
  const isInside = order.parkingState === 'inside';
  const isVoid = order.parkingState === 'void';
  return (
    <>
      {/* The form is reset when the order changes. */}
      <Times key={`${order.enteredAt} ${order.leftAt}`} order={order} onChanged={onChanged} />
      <CorrectPicture order={order} onChanged={onChanged} />
      {isInside ? (
        <Close order={order} onChanged={onChanged} />
      ) : (
        <Waive key={order.dueFen} order={order} onChanged={onChanged} />
      )}
      {isVoid ? <Restore order={order} onChanged={onChanged} /> : <VoidOrder order={order} onChanged={onChanged} />}
    </>
  );
}

function VoidOrder({ order, onChanged }: OrderActProps) {
  const t = useText();
  const { button, dialog } = useActDialog(
    voidOrder.access,
    { zh: '作废', en: 'Void' },
    orderDisabledReason('void', order),
    {
      danger: true,
    },
  );
  const submit = async (reason: string) => {
    const question = { zh: `是否作废订单 ${order.orderNo}？`, en: `Void order ${order.orderNo}?` };
    await notifyAnswer(await call(voidOrder, { orderId: order.id, reason }, { question }));
    await onChanged();
  };
  return (
    <>
      {button}
      <ReasonDialog
        {...dialog}
        words="order-void"
        isDangerous
        title={t({ zh: '作废订单 {no}', en: 'Void order {no}' }, { no: order.orderNo })}
        hint={{
          zh: '作废的订单不再计费，也不计入报表，可在“作废数据”中恢复。按审批流程可能需要他人审核。',
          en: 'A void order is not charged and excluded from all reports; it can be restored from Void data. The approval flow may require a review.',
        }}
        reasonLabel={{ zh: '作废原因', en: 'Why' }}
        onSubmit={submit}
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
  const { button, dialog } = useActDialog(restoreOrder.access, { zh: '恢复', en: 'Restore' }, null, { isLink });
  const submit = async (reason: string) => {
    const question = { zh: `是否恢复订单 ${order.orderNo}？`, en: `Restore order ${order.orderNo}?` };
    await notifyAnswer(await call(restoreOrder, { orderId: order.id, reason }, { question }));
    await onChanged();
  };
  return (
    <>
      {button}
      <ReasonDialog
        {...dialog}
        title={t({ zh: '恢复订单 {no}', en: 'Restore order {no}' }, { no: order.orderNo })}
        hint={{
          zh: '恢复后，订单回到作废前的状态和金额。按审批流程可能需要他人审核。',
          en: 'Restores the order with its amounts. The approval flow may require a review.',
        }}
        onSubmit={submit}
      />
    </>
  );
}

function Close({ order, onChanged }: OrderActProps) {
  const t = useText();
  const [isFree, setFree] = useState(false);
  const { button, dialog } = useActDialog(
    closeOrders.access,
    { zh: '关闭订单', en: 'Close order' },
    orderDisabledReason('close', order),
  );
  const submit = async (reason: string) => {
    const question = { zh: `是否关闭订单 ${order.orderNo}？`, en: `Close order ${order.orderNo}?` };
    const { pendingCount } = await call(closeOrders, { orderIds: [order.id], isFree, reason }, { question });
    await notifyAnswer({ isPending: pendingCount > 0 });
    await onChanged();
  };
  return (
    <>
      {button}
      <ReasonDialog
        {...dialog}
        words="order-close"
        title={t({ zh: '关闭在场订单 {no}', en: 'Close order {no}' }, { no: order.orderNo })}
        hint={CLOSE_HINT}
        onSubmit={submit}
      >
        <FreeChoice isFree={isFree} onChange={setFree} />
      </ReasonDialog>
    </>
  );
}

/** The effect of closing, as text for its dialogs. */
export const CLOSE_HINT = {
  zh: '用于车辆已离开、但没有出场记录的订单：订单按“无出场关闭”结束，未付费用转为欠费。',
  en: 'For cars that are gone without an exit record: the order is closed without exit, and its unpaid fee becomes arrears.',
};

/** Whether the unpaid amount is waived. */
export function FreeChoice({ isFree, onChange }: { isFree: boolean; onChange: (isFree: boolean) => void }) {
  const t = useText();
  const field = closeOrders.input.isFree;
  return (
    <div className="change-fields">
      <label htmlFor="close-free">{t(field.label)}</label>
      <FieldInput
        id="close-free"
        field={field}
        fieldKey="isFree"
        value={isFree}
        onChange={(next) => onChange(next === true)}
      />
    </div>
  );
}

function Times({ order, onChanged }: OrderActProps) {
  const t = useText();
  const [enteredAt, setEnteredAt] = useState<Date | null>(order.enteredAt);
  const [leftAt, setLeftAt] = useState<Date | null>(order.leftAt);
  const { button, dialog } = useActDialog(
    correctTimes.access,
    { zh: '更正时间', en: 'Times' },
    orderDisabledReason('correct-times', order),
  );
  const isSame =
    enteredAt?.getTime() === order.enteredAt.getTime() && (leftAt?.getTime() ?? 0) === (order.leftAt?.getTime() ?? 0);
  const submit = async (reason: string) => {
    const values = { orderId: order.id, enteredAt: enteredAt!, leftAt, reason };
    const question = {
      zh: `是否更正订单 ${order.orderNo} 的时间？`,
      en: `Correct the times of order ${order.orderNo}?`,
    };
    await notifyAnswer(await call(correctTimes, values, { question }));
    await onChanged();
  };
  return (
    <>
      {button}
      <ReasonDialog
        {...dialog}
        words="order-correct"
        title={t({ zh: '更正进出时间', en: 'Correct the times' })}
        hint={{
          zh: '费用按更正后的时间重新计算；原记录保留，更正写入订单的更正记录。',
          en: 'The fee follows the corrected times. The record stays; the correction is kept with the order.',
        }}
        disabledReason={
          enteredAt === null
            ? { zh: '请填写入场时间', en: 'Give the entry time' }
            : isSame
              ? { zh: '时间没有变化', en: 'The times are the same' }
              : null
        }
        onSubmit={submit}
      >
        <div className="change-fields">
          <label htmlFor="times-in">{t(correctTimes.input.enteredAt.label)}</label>
          <FieldInput
            id="times-in"
            field={correctTimes.input.enteredAt}
            fieldKey="enteredAt"
            value={enteredAt}
            onChange={(next) => setEnteredAt(next as Date | null)}
          />
          {order.leftAt && (
            <>
              <label htmlFor="times-out">{t(correctTimes.input.leftAt.label)}</label>
              <FieldInput
                id="times-out"
                field={correctTimes.input.leftAt}
                fieldKey="leftAt"
                value={leftAt}
                onChange={(next) => setLeftAt(next as Date | null)}
              />
            </>
          )}
        </div>
      </ReasonDialog>
    </>
  );
}
