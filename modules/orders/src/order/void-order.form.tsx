import { whyNot } from '@boyun/kernel/contract';
import { ActButton, call, Modal, tell, useText } from '@boyun/kernel/web';
import { Button, Input } from 'antd';
import { useState } from 'react';
import { orderRefusal, orderTransitions, voidOrder } from './order.contract.ts';
import type { OrderActProps } from './order-offer.view.tsx';

const SHORTEST_REASON = 2;
const TOO_SHORT = { zh: '请填写原因，至少2个字', en: 'Give a reason of at least 2 characters' };

/** The button that sets an order aside: asks why, then for the password. */
export function VoidOrder({ order, onChanged }: OrderActProps) {
  const t = useText();
  const [isAsking, setAsking] = useState(false);
  const [reason, setReason] = useState('');
  const isTooShort = reason.trim().length < SHORTEST_REASON;
  const taken = order.paidFen > 0 ? orderRefusal['has-payment'] : null;
  const close = () => {
    setAsking(false);
    setReason('');
  };
  const setAside = async () => {
    const question = { zh: `是否作废订单 ${order.orderNo}？`, en: `Void order ${order.orderNo}?` };
    await call(voidOrder, { orderId: order.id, reason: reason.trim() }, { question });
    tell('good', { zh: '订单已作废', en: 'The order is void' });
    close();
    await onChanged();
  };
  return (
    <>
      <ActButton
        danger
        access={voidOrder.access}
        whyNot={whyNot(orderTransitions, 'void', order.parkingState) ?? taken}
        onAct={() => setAsking(true)}
      >
        {t({ zh: '作废', en: 'Void' })}
      </ActButton>
      <Modal
        open={isAsking}
        width={440}
        title={t({ zh: '作废订单 {no}', en: 'Void order {no}' }, { no: order.orderNo })}
        onCancel={close}
        footer={[
          <Button key="cancel" onClick={close}>
            {t({ zh: '取消', en: 'Cancel' })}
          </Button>,
          <ActButton key="next" type="primary" danger whyNot={isTooShort ? TOO_SHORT : null} onAct={setAside}>
            {t({ zh: '下一步', en: 'Next' })}
          </ActButton>,
        ]}
      >
        <p className="by-hint">
          {t({
            zh: '作废的订单不再计费，也不计入报表；原因会写入操作日志。',
            en: 'A void order is not charged and counts in no report; the reason is kept in the audit log.',
          })}
        </p>
        <Input.TextArea
          autoFocus
          rows={3}
          maxLength={255}
          value={reason}
          aria-label={t({ zh: '作废原因', en: 'Why void' })}
          placeholder={t({ zh: '作废原因（至少2个字）', en: 'Why (at least 2 characters)' })}
          onChange={(event) => setReason(event.target.value)}
        />
      </Modal>
    </>
  );
}
