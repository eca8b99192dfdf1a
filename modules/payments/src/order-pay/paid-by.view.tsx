import { useSlot, useText } from '@boyun/kernel/web';
import { PayMethod } from '@boyun/money/contract';
import { CodeInput } from '@boyun/money/web';
import { Input, Segmented } from 'antd';
import { Suspense } from 'react';
import { payByCard } from '../card/card.contract.ts';
import { walletMeans } from './wallet-means.view.ts';

/**
 * How the money is taken: cash, the payment code that the driver's phone shows, a QR code that the driver scans, a card by its number, a
 * wallet. `text` is the code or number, or the id of the wallet.
 */
export interface Means {
  readonly by: 'cash' | 'code' | 'qr' | 'card' | 'balance';
  readonly text: string;
}

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
      {means.by === 'code' && (
        <CodeInput value={means.text} onChange={(text) => onChange({ by: 'code', text })} onEnter={onEnter} />
      )}
      {means.by === 'card' && (
        <Input
          autoFocus
          maxLength={32}
          value={means.text}
          autoComplete="off"
          aria-label={t(payByCard.input.cardNo.label)}
          placeholder={t(CARD_HINT)}
          onChange={({ target }) => onChange({ ...means, text: target.value })}
        />
      )}
      {means.by === 'balance' && wallet && (
        <Suspense fallback={null}>
          <wallet.Part {...fee} onChange={(text) => onChange({ by: 'balance', text })} />
        </Suspense>
      )}
    </div>
  );
}
