import { ActButton, CallFailure, call, Modal, Money, useText } from '@boyun/kernel/web';
import { useEffect, useEffectEvent, useState } from 'react';
import { cancelCode, followCode } from './payment-code.contract.ts';

/** The channel has eight seconds to answer, and is asked twice. */
export const CODE_TIMEOUT_MS = 25_000;
const POLL_MS = 2000;

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
  const [problem, setProblem] = useState<string | null>(null);
  const ask = useEffectEvent(async () => {
    const { state } = await call(followCode, { paymentNo }, { isQuiet: true });
    if (state !== 'paying') onDone(state);
  });
  useEffect(() => {
    let isOver = false;
    const poll = async () => {
      // Without an answer it is asked again: the payment goes on whether the page hears of it or not.
      await ask().catch(() => undefined);
      if (!isOver) timer = setTimeout(poll, POLL_MS);
    };
    let timer = setTimeout(poll, POLL_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, []);
  const cancel = async () => {
    try {
      const { state } = await call(cancelCode, { paymentNo }, { isQuiet: true, timeoutMs: CODE_TIMEOUT_MS });
      onDone(state);
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error;
      setProblem(error.message);
    }
  };
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
