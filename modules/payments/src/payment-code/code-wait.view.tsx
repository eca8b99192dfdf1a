import { ActButton, call, Modal, Money, useText } from '@boyun/kernel/web';
import { CHANNEL_TIMEOUT_MS, usePaymentWait } from '@boyun/money/web';
import { cancelCode, followCode } from './payment-code.contract.ts';

/** Waits until the driver has confirmed a payment by code; `onDone` gets its state. It can be cancelled. */
export function CodeWait({
  paymentNo,
  amountFen,
  onDone,
}: {
  paymentNo: string;
  amountFen: number;
  onDone: (state: string) => void;
}) {
  const t = useText();
  const { problem, act, end } = usePaymentWait(
    async () => (await call(followCode, { paymentNo }, { isQuiet: true })).state,
    onDone,
  );
  const cancel = () =>
    act(async () => {
      const { state } = await call(cancelCode, { paymentNo }, { isQuiet: true, timeoutMs: CHANNEL_TIMEOUT_MS });
      end(state);
    });
  return (
    <Modal
      open
      width={420}
      closable={false}
      title={t({ zh: '等待司机确认', en: 'Waiting for the driver' })}
      footer={
        <ActButton access={cancelCode.access} onAct={cancel}>
          {t({ zh: '取消收款', en: 'Cancel the payment' })}
        </ActButton>
      }
    >
      <div className="collect-wait" role="status">
        <i aria-hidden="true" />
        <p>
          {t({ zh: '请司机在手机上输入支付密码', en: 'The driver is asked for the password on the phone' })} · ¥
          <Money fen={amountFen} />
        </p>
        {problem && (
          <p className="collect-notice" role="alert">
            {problem}
          </p>
        )}
      </div>
    </Modal>
  );
}
