import { channelOfCode } from '@boyun/domain/payment-code';
import type { Label, Output } from '@boyun/kernel/contract';
import {
  ActButton,
  CallFailure,
  call,
  DurationText,
  ErrorState,
  Modal,
  Money,
  moneyText,
  notify,
  Plate,
  refreshLists,
  Skeleton,
  useLanguage,
  useSlot,
  useText,
} from '@boyun/kernel/web';
import { CHANNEL_TIMEOUT_MS, CODE_HINT } from '@boyun/money/web';
import { getOrder, orderRefusal } from '@boyun/orders/contract';
import { useQuery } from '@tanstack/react-query';
import { Button, Checkbox } from 'antd';
import { useState } from 'react';
import { payByCard } from '../card/card.contract.ts';
import { PayCode } from '../payment/pay-code.view.tsx';
import { collectCash, paymentRefusal } from '../payment/payment.contract.ts';
import { CodeWait } from '../payment-code/code-wait.view.tsx';
import { collectByCode } from '../payment-code/payment-code.contract.ts';
import { CARD_HINT, type Means, PaidBy, WALLET_HINT } from './paid-by.view.tsx';
import { type AskedFee, walletMeans } from './wallet-means.view.ts';
import '../payment/payment.css';

const TITLES: Readonly<Record<Means['by'], Label>> = {
  cash: collectCash.title,
  card: payByCard.title,
  balance: { zh: '钱包支付', en: 'Pay from a wallet' },
  code: collectByCode.title,
  qr: { zh: '扫码支付', en: 'Pay by phone' },
};

interface CollectProps {
  readonly orderId: string;
  /** How it is taken unless the user chooses otherwise; in cash by default. */
  readonly by?: Means['by'] | undefined;
  /** Everything the plate owes is collected, unless the user chooses otherwise; by default as the lot says. */
  readonly isAllDebts?: boolean | undefined;
  readonly onClose: () => void;
  readonly onPaid?: (() => unknown) | undefined;
}

/**
 * The dialog that takes money for an order, with the earlier debts of its plate: in cash, by the driver's payment code, by a QR code that the
 * driver scans, from a card, or from a wallet. Closed while the id is null.
 */
export default function CollectCash({
  orderId,
  ...props
}: Omit<CollectProps, 'orderId'> & { readonly orderId: string | null }) {
  return orderId === null ? null : <OpenCollect key={orderId} orderId={orderId} {...props} />;
}

/** The state and the acts of the dialog. */
function useCollecting({ orderId, by = 'cash', isAllDebts, onClose, onPaid }: CollectProps) {
  const t = useText();
  const wallet = useSlot(walletMeans);
  const { asked, bill, setWithDebts } = useBill(orderId, isAllDebts);
  const [means, setMeans] = useState<Means>({ by, text: '' });
  const [waiting, setWaiting] = useState<{ paymentNo: string; amountFen: number } | null>(null);
  const [notice, setNotice] = useState<string | null>(null);
  const [isDespiteClaim, setDespiteClaim] = useState(false);
  const settled = async () => {
    for (const name of ['order', 'in-lot', 'payment']) void refreshLists(name);
    await onPaid?.();
  };
  const close = async () => {
    await settled();
    onClose();
  };
  const finish = async (state: string, amountFen: number) => {
    setWaiting(null);
    if (state !== 'succeeded') {
      setNotice(t({ zh: '付款未成功，未扣款', en: 'The payment did not succeed, nothing was taken' }));
      return asked.refetch();
    }
    const sum = moneyText(amountFen);
    notify('good', { zh: `扫码收费 ${sum} 元`, en: `Took ${sum} by code` });
    return close();
  };
  const collect = async () => {
    if (!bill) return;
    const given = { orderId, amountFen: bill.sumFen };
    try {
      if (means.by === 'code') {
        const authCode = means.text.trim();
        const { paymentNo, state } = await call(
          collectByCode,
          { ...given, authCode, isDespiteClaim },
          { isQuiet: true, timeoutMs: CHANNEL_TIMEOUT_MS },
        );
        setMeans({ by: 'code', text: '' });
        if (state === 'paying') return setWaiting({ paymentNo, amountFen: bill.sumFen });
        return await finish(state, bill.sumFen);
      }
      const asked = { ...given, isDespiteClaim };
      notify('good', await (means.by === 'balance' ? wallet!.take(asked, means.text) : take(asked, means)));
      await close();
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error;
      setNotice(error.message);
      setDespiteClaim(error.code === paymentRefusal.claimed.code);
      if (error.code !== orderRefusal.locked.code) await asked.refetch();
    }
  };
  return { asked, bill, setWithDebts, means, setMeans, waiting, notice, isDespiteClaim, collect, finish, settled };
}

/**
 * Shows what is due and takes exactly that: the amount seen is sent along, and when it is no longer the amount due (the
 * car stayed on, the driver paid by phone) the dialog shows the new one and asks again. While a colleague deals with the
 * car, it names the colleague and asks before it takes the cash a second time.
 */
function OpenCollect(props: CollectProps) {
  const t = useText();
  const { asked, bill, setWithDebts, means, setMeans, waiting, notice, isDespiteClaim, ...acts } = useCollecting(props);
  const { collect, finish, settled } = acts;
  const { onClose } = props;
  const isNothing = bill?.sumFen === 0;
  const isQr = means.by === 'qr';
  if (waiting) return <CodeWait {...waiting} onDone={(state) => finish(state, waiting.amountFen)} />;
  return (
    <Modal
      open
      width={480}
      title={t(TITLES[means.by])}
      onCancel={onClose}
      footer={[
        <Button key="cancel" onClick={onClose}>
          {t(isNothing || isQr ? { zh: '关闭', en: 'Close' } : { zh: '取消', en: 'Cancel' })}
        </Button>,
        !isQr && (
          <ActButton
            key="ok"
            type="primary"
            autoFocus
            disabledReason={whyNotYet(bill, asked.isFetching, means)}
            onAct={collect}
          >
            <ButtonText bill={bill} means={means} isDespiteClaim={isDespiteClaim} />
          </ActButton>
        ),
      ]}
    >
      {bill ? (
        <div className="collect">
          <Car order={bill.order} />
          {notice && (
            <p className="collect-notice" role="alert">
              {notice}
            </p>
          )}
          <Sums bill={bill} onWithDebts={setWithDebts} />
          {!isNothing && (
            <PaidBy
              means={means}
              fee={{ plate: bill.order.plate, amountFen: bill.sumFen }}
              onChange={setMeans}
              onEnter={() => void collect()}
            />
          )}
          {isQr && <PayCode order={bill.order} onPaid={settled} />}
          {isNothing && !isQr && <p className="by-hint">{t(orderRefusal['nothing-due'])}</p>}
        </div>
      ) : asked.error ? (
        <ErrorState error={asked.error} onRetry={() => void asked.refetch()} />
      ) : (
        <Skeleton lines={4} />
      )}
    </Modal>
  );
}

/** What is collected: the order, its reductions, and the sum with or without earlier debts. */
interface Bill extends Pick<Output<typeof getOrder>, 'order' | 'reductions'> {
  readonly isWithDebts: boolean;
  readonly sumFen: number;
}

/** The bill of an order, fetched when the dialog opens; null until then. Debts are included as the lot says, until the user chooses. */
function useBill(orderId: string, isAllDebts = false) {
  const language = useLanguage();
  const asked = useQuery({
    queryKey: ['order', orderId, language, 'collect'],
    queryFn: ({ signal }) => call(getOrder, { orderId }, { signal, isQuiet: true }),
    staleTime: 0,
    gcTime: 0,
  });
  const [isChosen, setWithDebts] = useState<boolean | null>(null);
  if (!asked.data) return { asked, bill: null, setWithDebts };
  const { order, reductions } = asked.data;
  const isWithDebts = isChosen ?? (isAllDebts || (order.hasDebtCollection && order.parkingState === 'inside'));
  const sumFen = order.dueFen + (isWithDebts ? order.debtFen : 0);
  const bill: Bill = { order, reductions, isWithDebts, sumFen };
  return { asked, bill, setWithDebts };
}

/** Takes cash, or the sum from a card; returns what to tell the user. */
async function take(asked: AskedFee, { by, text }: Means): Promise<Label> {
  const sum = moneyText(asked.amountFen);
  if (by === 'cash') {
    await call(collectCash, asked, { isQuiet: true });
    return { zh: `已收现金 ${sum} 元`, en: `Took ${sum} in cash` };
  }
  const paid = await call(payByCard, { ...asked, cardNo: text.trim() }, { isQuiet: true });
  const left = moneyText(paid.balanceFen);
  return { zh: `刷卡收费 ${sum} 元，卡余额 ${left} 元`, en: `Took ${sum} from the card, ${left} left on it` };
}

/** Why nothing can be taken now; null if it can. */
function whyNotYet(bill: Bill | null, isFetching: boolean, { by, text }: Means): Label | null {
  if (bill?.sumFen === 0) return { zh: '没有应收金额', en: 'There is nothing to pay' };
  if (!bill || isFetching) return { zh: '正在计算应收金额', en: 'What is due is being computed' };
  if (by === 'code') return channelOfCode(text.trim()) ? null : CODE_HINT;
  if (by === 'balance') return text === '' ? WALLET_HINT : null;
  return by === 'card' && text.trim() === '' ? CARD_HINT : null;
}

const RECEIVED = { zh: '确认已收 ¥{amount}', en: 'Received ¥{amount}' };
const RECEIVED_TOO = { zh: '仍然收取 ¥{amount}', en: 'Collect ¥{amount} all the same' };
const BY_CODE = { zh: '扫码收取 ¥{amount}', en: 'Take ¥{amount} by code' };
const FROM_CARD = { zh: '从卡内扣 ¥{amount}', en: 'Take ¥{amount} from the card' };
const FROM_WALLET = { zh: '从钱包扣 ¥{amount}', en: 'Take ¥{amount} from the wallet' };

function ButtonText({ bill, means, isDespiteClaim }: { bill: Bill | null; means: Means; isDespiteClaim: boolean }) {
  const t = useText();
  if (!bill || bill.sumFen === 0) return t({ zh: '确认收款', en: 'Received' });
  const cash = isDespiteClaim ? RECEIVED_TOO : RECEIVED;
  const words = { card: FROM_CARD, code: BY_CODE, qr: BY_CODE, balance: FROM_WALLET, cash }[means.by];
  return t(words, { amount: moneyText(bill.sumFen) });
}

function Car({ order }: { order: Bill['order'] }) {
  return (
    <div className="collect-car">
      <Plate text={order.plate} color={order.plateColor} size="large" />
      <span className="by-faint">
        <DurationText seconds={order.parkedMinutes === null ? null : order.parkedMinutes * 60} />
      </span>
    </div>
  );
}

/** The fee, what reduces it, earlier debts, and the sum to collect. */
function Sums({ bill, onWithDebts }: { bill: Bill; onWithDebts: (isWithDebts: boolean) => void }) {
  const { order, reductions, isWithDebts, sumFen } = bill;
  const t = useText();
  return (
    <dl>
      <div>
        <dt>{t({ zh: '停车费', en: 'Fee' })}</dt>
        <dd>
          <Money fen={order.feeFen} />
        </dd>
      </div>
      {reductions.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the steps of a reduction never move among themselves
        <Deduction key={index} label={t(line)} fen={line.amountFen} />
      ))}
      {order.paidFen > 0 && <Deduction label={t({ zh: '已付', en: 'Paid before' })} fen={order.paidFen} />}
      {order.debtFen > 0 && (
        <div>
          <dt>
            <Checkbox checked={isWithDebts} onChange={({ target }) => onWithDebts(target.checked)}>
              {t({ zh: '一并收取以往欠费', en: 'Including earlier debts' })}
            </Checkbox>
          </dt>
          <dd>
            <Money fen={order.debtFen} />
          </dd>
        </div>
      )}
      <div className="collect-due">
        <dt>{t({ zh: '应收', en: 'To collect' })}</dt>
        <dd>
          <small>¥</small>
          <Money fen={sumFen} isStrong />
        </dd>
      </div>
    </dl>
  );
}

function Deduction({ label, fen }: { label: string; fen: number }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        −<Money fen={fen} />
      </dd>
    </div>
  );
}
