import './taking.css';
import { channelOfCode } from '@boyun/domain/payment-code';
import type { Label, Output } from '@boyun/kernel/contract';
import { ActButton, call, Modal, Money, notify, QrCode, Skeleton, timeText, useText } from '@boyun/kernel/web';
import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { CODE_HINT, CodeInput } from '../payment-code/code-input.view.tsx';
import { CHANNEL_TIMEOUT_MS, usePaymentWait } from '../payment-code/payment-wait.view.ts';
import { cancelPurchase, chargePurchase, followPurchase, type PurchaseState } from '../purchase/purchase.contract.ts';

const NOT_TAKEN = {
  zh: '付款未成功，未扣款，可重新扫码',
  en: 'The payment did not succeed, nothing was taken. Scan again',
};
const IS_PAYING = { zh: '正在支付，请稍候…', en: 'The payment is under way, one moment…' };
const SCAN_OWN = { zh: '请用手机扫码支付', en: 'Scan it with a phone to pay' };
const SCAN = { zh: '请客户用手机扫码支付', en: 'Let the customer scan it with a phone' };

type Seen = Output<typeof followPurchase>;
/** What an operation answered that sold something; without a purchase nothing was to pay. */
type Sold = { readonly purchaseId: string | null; readonly state: PurchaseState | null };

/** A purchase as it is now, and what can be done with it. */
function useFollowed(purchaseId: string, onDone: (state: PurchaseState) => void) {
  const t = useText();
  const [seen, setSeen] = useState<Seen | null>(null);
  const [isNotTaken, setNotTaken] = useState(false);
  const { problem, act, end } = usePaymentWait(
    async () => {
      const next = await call(followPurchase, { purchaseId }, { isQuiet: true, timeoutMs: CHANNEL_TIMEOUT_MS });
      setNotTaken((was) => (next.isPaying ? false : was || (seen?.isPaying === true && next.state === 'open')));
      setSeen(next);
      return next.state === 'open' ? 'paying' : next.state;
    },
    (state) => onDone(state as PurchaseState),
  );
  const options = { isQuiet: true, timeoutMs: CHANNEL_TIMEOUT_MS } as const;
  return {
    seen,
    problem: problem ?? (isNotTaken ? t(NOT_TAKEN) : null),
    cancel: () =>
      act(async () => {
        end((await call(cancelPurchase, { purchaseId }, options)).state);
      }),
    charge: (authCode: string) =>
      act(async () => {
        const { state } = await call(chargePurchase, { purchaseId, authCode }, options);
        if (state !== 'open') end(state);
      }),
  };
}

/** Takes the money of an open purchase: shows the code that the payer scans, and scans the code that the payer shows. */
export function TakeMoney({
  purchaseId,
  isScanning = true,
  onDone,
  onClose,
}: {
  purchaseId: string;
  /** Payment codes of phones are scanned here. */
  isScanning?: boolean;
  onDone: (state: PurchaseState) => void;
  onClose: () => void;
}) {
  const t = useText();
  const { seen, problem, cancel, charge } = useFollowed(purchaseId, onDone);
  return (
    <Modal
      open
      width={420}
      title={seen ? t({ zh: seen.titleZh, en: seen.titleEn }) : t({ zh: '线上收款', en: 'Payment by phone' })}
      onCancel={onClose}
      maskClosable={false}
      footer={
        <>
          <Button onClick={onClose}>{t({ zh: '稍后再收', en: 'Later' })}</Button>
          <ActButton access={cancelPurchase.access} onAct={cancel}>
            {t(cancelPurchase.title)}
          </ActButton>
        </>
      }
    >
      {seen ? (
        <Shown seen={seen} problem={problem} isOwn={!isScanning}>
          {isScanning && <Scan isPaying={seen.isPaying} onCode={charge} />}
        </Shown>
      ) : (
        <Skeleton lines={6} />
      )}
    </Modal>
  );
}

function Shown({
  seen,
  problem,
  isOwn,
  children,
}: {
  seen: Seen;
  problem: string | null;
  /** The payer looks at it, not staff. */
  isOwn: boolean;
  children: ReactNode;
}) {
  const t = useText();
  const address = new URL(seen.address, location.origin).href;
  return (
    <div className="taking">
      <p className="taking-amount">
        <small>¥</small>
        <Money fen={seen.amountFen} isStrong />
      </p>
      <QrCode text={address} label={t({ zh: '支付二维码', en: 'QR code to pay by' })} />
      <p role="status">{t(seen.isPaying ? IS_PAYING : isOwn ? SCAN_OWN : SCAN)}</p>
      {isOwn && (
        <Button type="primary" href={address} target="_blank" rel="noreferrer">
          {t({ zh: '在本机支付', en: 'Pay on this device' })}
        </Button>
      )}
      <p className="by-hint">
        {t({ zh: '{at} 前有效', en: 'Valid until {at}' }, { at: timeText(seen.validUntil, 'minute').slice(11) })}
        {!isOwn && (
          <>
            {' · '}
            <a href={address} target="_blank" rel="noreferrer">
              {t({ zh: '打开支付页', en: 'Open the payment page' })}
            </a>
          </>
        )}
      </p>
      {problem && (
        <p className="code-problem" role="alert">
          {problem}
        </p>
      )}
      {children}
    </div>
  );
}

function Scan({ isPaying, onCode }: { isPaying: boolean; onCode: (code: string) => Promise<unknown> }) {
  const t = useText();
  const [code, setCode] = useState('');
  const send = async (whole: string) => {
    setCode('');
    await onCode(whole);
  };
  return (
    <div className="taking-code">
      <span className="by-label">{t({ zh: '或扫客户的付款码', en: "Or scan the payer's code" })}</span>
      <CodeInput value={code} onChange={setCode} onEnter={(whole) => void send(whole)} />
      <ActButton
        access={chargePurchase.access}
        type="primary"
        disabledReason={isPaying ? IS_PAYING : channelOfCode(code.trim()) ? null : CODE_HINT}
        onAct={() => send(code.trim())}
      >
        {t({ zh: '确认收款', en: 'Take the money' })}
      </ActButton>
    </div>
  );
}

/**
 * Goes on with what an operation has sold: says `done` where the money was handed over, and else opens the `dialog` in which the payer's
 * phone pays. `onEnd` is called once that is over.
 */
export function useTaking({ onEnd, isScanning }: { onEnd: () => unknown; isScanning?: boolean }) {
  const [purchaseId, setPurchaseId] = useState<string | null>(null);
  const end = () => {
    setPurchaseId(null);
    void onEnd();
  };
  return {
    takeFor: setPurchaseId,
    async goOn({ purchaseId: sold, state }: Sold, done: Label) {
      if (state === 'open') return setPurchaseId(sold);
      notify('good', done);
      await onEnd();
    },
    dialog: purchaseId && (
      <TakeMoney
        purchaseId={purchaseId}
        isScanning={isScanning ?? true}
        onClose={end}
        onDone={(state) => {
          if (state === 'paid') notify('good', { zh: '已收款', en: 'The money has arrived' });
          else notify('warn', { zh: '已取消，未收款', en: 'Cancelled, nothing was taken' });
          end();
        }}
      />
    ),
  };
}
