import { channelOfCode } from '@boyun/domain/payment-code';
import { useSlot, useText } from '@boyun/kernel/web';
import { PayMethod } from '@boyun/money/contract';
import { Button, Input, Segmented } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { payByCard } from '../card/card.contract.ts';
import { collectByCode } from '../payment-code/payment-code.contract.ts';
import { walletMeans } from './wallet-means.view.ts';

const CodeCamera = lazy(() => import('../payment-code/code-camera.view.tsx'));

/**
 * How the money is taken: cash, the payment code that the driver's phone shows, a QR code that the driver scans, a card by its number, a
 * wallet. `text` is the code or number, or the id of the wallet.
 */
export interface Means {
  readonly by: 'cash' | 'code' | 'qr' | 'card' | 'balance';
  readonly text: string;
}

/** What to do for the payment code of a driver's phone. */
export const CODE_HINT = { zh: '请扫描司机手机上的付款码', en: "Scan the code on the driver's phone" };
/** What to do for a wallet. */
export const WALLET_HINT = { zh: '请选择余额足够的钱包', en: 'Choose a wallet with enough money' };
/** What to do for a stored-value card. */
export const CARD_HINT = { zh: '请刷卡或输入卡号', en: 'Hold the card to the reader, or type its number' };

/** Chooses how the money is taken. A scanner types the code and ends with Enter; a camera reads it where there is one. */
export function PaidBy({
  means,
  fee,
  onChange,
  onEnter,
}: {
  means: Means;
  /** What is collected, and of which car. */
  fee: { readonly plate: string; readonly amountFen: number };
  onChange: (means: Means) => void;
  onEnter: () => void;
}) {
  const t = useText();
  const isCode = means.by === 'code';
  const wallet = useSlot(walletMeans);
  return (
    <div className="collect-by">
      <Segmented
        block
        value={means.by}
        options={[
          { value: 'cash', label: t(PayMethod.cash) },
          { value: 'code', label: t({ zh: '付款码', en: 'Code' }) },
          { value: 'qr', label: t({ zh: '司机扫码', en: 'QR code' }) },
          { value: 'card', label: t(PayMethod.card) },
          ...(wallet ? [{ value: 'balance', label: t({ zh: '钱包', en: 'Wallet' }) }] : []),
        ]}
        onChange={(by) => onChange({ by: by as Means['by'], text: '' })}
      />
      {(isCode || means.by === 'card') && (
        <Input
          key={means.by}
          autoFocus
          maxLength={32}
          value={means.text}
          inputMode={isCode ? 'numeric' : 'text'}
          autoComplete="off"
          aria-label={t(isCode ? collectByCode.input.authCode.label : payByCard.input.cardNo.label)}
          placeholder={t(isCode ? CODE_HINT : CARD_HINT)}
          onChange={({ target }) => onChange({ ...means, text: target.value })}
          onPressEnter={() => channelOfCode(means.text.trim()) && onEnter()}
        />
      )}
      {means.by === 'balance' && wallet && (
        <Suspense fallback={null}>
          <wallet.Part {...fee} onChange={(text) => onChange({ by: 'balance', text })} />
        </Suspense>
      )}
      {isCode && <Camera onCode={(text) => onChange({ by: 'code', text })} />}
    </div>
  );
}

/** A button that reads the code with the camera of the phone or computer. */
function Camera({ onCode }: { onCode: (text: string) => void }) {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  if (!isOpen)
    return <Button onClick={() => setOpen(true)}>{t({ zh: '用摄像头扫码', en: 'Scan with the camera' })}</Button>;
  return (
    <Suspense fallback={null}>
      <CodeCamera
        onCode={(text) => {
          setOpen(false);
          onCode(text);
        }}
        onClose={() => setOpen(false)}
      />
    </Suspense>
  );
}
