import type { Label } from '@boyun/kernel/contract';
import { ActButton, call, Modal, Money, notify, QrCode, useText } from '@boyun/kernel/web';
import { CHANNEL_TIMEOUT_MS, usePaymentWait } from '@boyun/payments/web';
import { cancelTopUp, followTopUp, simulateTopUp } from '../top-up/top-up.contract.ts';
import './wallet.css';

/** A top-up that its customer still has to pay. */
export interface Waiting {
  readonly paymentNo: string;
  readonly amountFen: number;
  /** The text of the QR code; null where the phone asks for the password, or a trial simulates it. */
  readonly address: string | null;
  readonly isSimulated: boolean;
}

/** What a top-up waits for. */
function waitingFor({ address, isSimulated }: Waiting): Label {
  if (isSimulated)
    return { zh: '试用租户没有真实收款，点击“模拟付款”即到账', en: 'A trial takes no money: pay it in the sandbox' };
  if (address) return { zh: '请客户扫码支付', en: 'Let the customer scan it' };
  return { zh: '请客户在手机上确认', en: 'The customer confirms it on the phone' };
}

/** Shows the code of a top-up until the customer has paid it; `onDone` gets its state. It can be cancelled. */
export function TopUpWait({ waiting, onDone }: { waiting: Waiting; onDone: (state: string) => void }) {
  const { paymentNo, amountFen, address, isSimulated } = waiting;
  const t = useText();
  const { problem, act } = usePaymentWait(
    async () => (await call(followTopUp, { paymentNo }, { isQuiet: true })).state,
    onDone,
  );
  const cancel = () =>
    act(async () => {
      const { state } = await call(cancelTopUp, { paymentNo }, { isQuiet: true, timeoutMs: CHANNEL_TIMEOUT_MS });
      onDone(state);
    });
  return (
    <Modal
      open
      width={420}
      closable={false}
      title={t({ zh: '等待客户支付', en: 'Waiting for the customer' })}
      footer={
        <>
          {isSimulated && (
            <ActButton
              access={simulateTopUp.access}
              onAct={() => act(() => call(simulateTopUp, { paymentNo }, { isQuiet: true }))}
            >
              {t(simulateTopUp.title)}
            </ActButton>
          )}
          <ActButton access={cancelTopUp.access} onAct={cancel}>
            {t({ zh: '取消收款', en: 'Cancel the payment' })}
          </ActButton>
        </>
      }
    >
      <div className="wallet-wait" role="status">
        {address && <QrCode text={address} label={t({ zh: '充值二维码', en: 'QR code of the top-up' })} />}
        <p>
          {t(waitingFor(waiting))} · ¥<Money fen={amountFen} isStrong />
        </p>
        {problem && (
          <p className="by-issue" role="alert">
            {problem}
          </p>
        )}
      </div>
    </Modal>
  );
}

/** Tells how a top-up by phone ended. */
export function tellTopUp(state: string): void {
  if (state === 'succeeded') notify('good', { zh: '充值成功', en: 'Topped up' });
  else notify('warn', { zh: '付款未成功，未充值', en: 'The payment did not succeed, nothing was topped up' });
}
