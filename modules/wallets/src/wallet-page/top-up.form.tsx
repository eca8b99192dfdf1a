import { channelOfCode } from '@boyun/domain/payment-code';
import { choice, type Listed } from '@boyun/kernel/contract';
import { OperationDialog, useText } from '@boyun/kernel/web';
import { CHANNEL_TIMEOUT_MS } from '@boyun/payments/web';
import { Segmented } from 'antd';
import { type ReactNode, useState } from 'react';
import { PhoneTopUp, startTopUp, topUpWallet } from '../top-up/top-up.contract.ts';
import type { wallet } from '../wallet/wallet.contract.ts';
import { TopUpPreview, useOffer } from './top-up-preview.view.tsx';
import { tellTopUp, type Waiting } from './top-up-wait.view.tsx';

const WAYS = {
  hand: { zh: '当面收款', en: 'By hand' },
  code: { zh: '付款码', en: 'Payment code' },
  qr: { zh: '客户扫码', en: 'QR code' },
} as const;
type Way = keyof typeof WAYS;

const { amountFen, method, note } = topUpWallet.input;
const BY_HAND = { amountFen, method, note };
const BY_CODE = { amountFen, authCode: startTopUp.input.authCode, note };
const CODE_HINT = { zh: '请扫描客户手机上的付款码', en: "Scan the code on the customer's phone" };
const NO_CHANNEL = { zh: '该车场没有开通线上支付渠道', en: 'No channel by phone is in use in this lot' };

interface TopUpProps {
  readonly row: Listed<typeof wallet>;
  readonly onClose: () => void;
  readonly onDone: () => Promise<unknown>;
  /** The customer still has to pay: called once this dialog is closed. */
  readonly onStarted: (waiting: Waiting) => void;
}

/** Tops a wallet up: money handed over, the payment code of the customer's phone, or a QR code; with the gift it brings. */
export default function TopUpForm(props: TopUpProps) {
  const { onDone } = props;
  const [way, setWay] = useState<Way>('hand');
  const end = async (state: string) => {
    tellTopUp(state);
    await onDone();
  };
  const ways = <Ways way={way} onChange={setWay} />;
  const parts = { ...props, ways };
  if (way === 'hand') return <ByHand {...parts} />;
  const ByPhone = way === 'code' ? ByCode : ByQr;
  return <ByPhone {...parts} onEnded={end} />;
}

function Ways({ way, onChange }: { way: Way; onChange: (way: Way) => void }) {
  const t = useText();
  return (
    <Segmented<Way>
      block
      value={way}
      options={(Object.keys(WAYS) as Way[]).map((key) => ({ value: key, label: t(WAYS[key]) }))}
      onChange={onChange}
    />
  );
}

/** What all ways of a top-up have in common. */
function useShared({ row }: TopUpProps) {
  const t = useText();
  return {
    isOpen: true,
    initial: { amountFen: 100_00 },
    title: `${t(topUpWallet.title)} · ${row.mobile} ${row.holderName}`,
    okText: topUpWallet.title,
  };
}

function ByHand({ ways, ...props }: TopUpProps & { ways: ReactNode }) {
  const { row, onClose, onDone } = props;
  return (
    <OperationDialog
      {...useShared(props)}
      of={topUpWallet}
      fields={BY_HAND}
      given={{ walletId: row.id }}
      onClose={onClose}
      onDone={onDone}
      done={({ giftFen }) =>
        giftFen > 0 ? { zh: '充值成功，已赠送', en: 'Topped up, with a gift' } : { zh: '充值成功', en: 'Topped up' }
      }
      below={({ values, setValues }) => (
        <TopUpPreview row={row} values={values} onChoose={(fen) => setValues({ amountFen: fen })} />
      )}
    >
      {ways}
    </OperationDialog>
  );
}

interface PhoneProps extends TopUpProps {
  readonly ways: ReactNode;
  readonly onEnded: (state: string) => Promise<void>;
}

/** What the two ways by phone have in common. */
function useByPhone(props: PhoneProps) {
  const { row, onClose } = props;
  const { offer } = useOffer(row.id, null);
  return {
    channels: offer?.channels ?? [],
    dialog: { ...useShared(props), of: startTopUp, options: { timeoutMs: CHANNEL_TIMEOUT_MS }, onClose },
  };
}

function ByCode({ ways, ...props }: PhoneProps) {
  const { row, onStarted, onEnded } = props;
  const { channels, dialog } = useByPhone({ ways, ...props });
  return (
    <OperationDialog
      {...dialog}
      fields={BY_CODE}
      given={{ walletId: row.id, channel: null }}
      disabledReason={({ authCode }) => {
        if (channels.length === 0) return NO_CHANNEL;
        return channelOfCode((authCode ?? '').trim()) ? null : CODE_HINT;
      }}
      onDone={({ paymentNo, state }, { amountFen: asked }) =>
        state === 'paying'
          ? onStarted({ paymentNo, amountFen: asked, address: null, isSimulated: false })
          : onEnded(state)
      }
      below={({ values, setValues }) => (
        <TopUpPreview row={row} values={values} onChoose={(fen) => setValues({ amountFen: fen })} />
      )}
    >
      {ways}
    </OperationDialog>
  );
}

function ByQr({ ways, ...props }: PhoneProps) {
  const { row, onStarted } = props;
  const { channels, dialog } = useByPhone({ ways, ...props });
  const offered = Object.entries(PhoneTopUp).filter(([key]) => channels.includes(key as PhoneTopUp));
  const channel = choice(startTopUp.input.channel.label, Object.fromEntries(offered) as typeof PhoneTopUp);
  return (
    <OperationDialog
      {...dialog}
      // The channels that can be chosen are known after the first answer.
      key={channels.join(' ')}
      fields={{ amountFen, channel, note }}
      initial={{ ...dialog.initial, channel: channels[0] ?? null }}
      given={{ walletId: row.id, authCode: null }}
      disabledReason={() => (channels.length === 0 ? NO_CHANNEL : null)}
      onDone={({ paymentNo, address }, { amountFen: asked, channel: by }) =>
        onStarted({ paymentNo, amountFen: asked, address, isSimulated: by === 'sandbox' })
      }
      below={({ values, setValues }) => (
        <TopUpPreview row={row} values={values} onChoose={(fen) => setValues({ amountFen: fen })} />
      )}
    >
      {ways}
    </OperationDialog>
  );
}
