import { pattern } from '@boyun/domain/pattern';
import { call, ErrorState, Money, Skeleton, StateDot, useText } from '@boyun/kernel/web';
import { useQuery } from '@tanstack/react-query';
import { Input, Radio } from 'antd';
import { useEffectEvent, useLayoutEffect, useState } from 'react';
import { WalletState } from '../wallet/wallet.contract.ts';
import { findWallet } from './wallet-pay.contract.ts';
import './wallet-choice.css';

const MOBILE = { zh: '其他客户的手机号', en: 'Mobile of another customer' };
const NONE = {
  zh: '该车牌没有绑定钱包，可输入客户手机号查找',
  en: 'No wallet is bound to this plate; enter the mobile of a customer',
};
const SHORT = { zh: '余额不足', en: 'Not enough' };

/** Chooses the wallet a fee is paid from: of the plate, or by a mobile. One that cannot pay is shown with the reason. */
export default function WalletChoice({
  plate,
  amountFen,
  onChange,
}: {
  plate: string;
  amountFen: number;
  onChange: (walletId: string) => void;
}) {
  const t = useText();
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<string | null>(null);
  const mobile = pattern.mobile.isValid(text) ? text : null;
  const asked = useQuery({
    queryKey: ['wallet', 'find', plate, mobile],
    queryFn: ({ signal }) => call(findWallet, { plate, mobile }, { signal, isQuiet: true }),
    staleTime: 0,
    gcTime: 0,
  });
  const wallets = asked.data?.wallets ?? [];
  const usable = wallets.filter((one) => one.state === 'active' && one.balanceFen >= amountFen);
  const walletId = (usable.find((one) => one.id === chosen) ?? usable[0])?.id ?? '';
  const report = useEffectEvent(onChange);
  useLayoutEffect(() => report(walletId), [walletId]);
  return (
    <div className="wallet-choice">
      {asked.error ? (
        <ErrorState error={asked.error} onRetry={() => void asked.refetch()} />
      ) : !asked.data ? (
        <Skeleton lines={2} />
      ) : wallets.length === 0 ? (
        <p className="by-hint">{t(NONE)}</p>
      ) : (
        <Radio.Group value={walletId} onChange={({ target }) => setChosen(String(target.value))}>
          {wallets.map((one) => (
            <Radio key={one.id} value={one.id} disabled={!usable.includes(one)}>
              <span className="by-figure">{one.mobile}</span>
              <span>{one.holderName}</span>
              {one.state === 'active' ? (
                one.balanceFen < amountFen && <span className="by-tone-bad">{t(SHORT)}</span>
              ) : (
                <StateDot tone="bad" label={WalletState[one.state]} />
              )}
              <Money fen={one.balanceFen} isStrong />
            </Radio>
          ))}
        </Radio.Group>
      )}
      <Input
        value={text}
        maxLength={11}
        inputMode="numeric"
        autoComplete="off"
        aria-label={t(MOBILE)}
        placeholder={t(MOBILE)}
        onChange={({ target }) => setText(target.value.trim())}
      />
    </div>
  );
}
