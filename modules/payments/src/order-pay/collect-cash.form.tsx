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
  useText,
} from '@boyun/kernel/web';
import { PayMethod } from '@boyun/money/contract';
import { getOrder, orderRefusal } from '@boyun/orders/contract';
import { useQuery } from '@tanstack/react-query';
import { Button, Checkbox, Input, Segmented } from 'antd';
import { useState } from 'react';
import { payByCard } from '../card/card.contract.ts';
import { collectCash, paymentRefusal } from '../payment/payment.contract.ts';
import '../payment/payment.css';

const CARD_HINT = { zh: '请刷卡或输入卡号', en: 'Hold the card to the reader, or type its number' };

/** The dialog that takes cash for an order, or pays it from a card; closed while the id is null. */
export default function CollectCash({
  orderId,
  onClose,
  onPaid,
}: {
  orderId: string | null;
  onClose: () => void;
  onPaid?: () => unknown;
}) {
  return orderId === null ? null : <OpenCollect key={orderId} orderId={orderId} onClose={onClose} onPaid={onPaid} />;
}

/**
 * Shows what is due and takes exactly that: the amount seen is sent along, and when it is no longer the amount due (the
 * car stayed on, the driver paid by phone) the dialog shows the new one and asks again. While a colleague deals with the
 * car, it names the colleague and asks before it takes the cash a second time.
 */
function OpenCollect({ orderId, onClose, onPaid }: { orderId: string; onClose: () => void; onPaid?: () => unknown }) {
  const t = useText();
  const { asked, bill, setWithDebts } = useBill(orderId);
  const [cardNo, setCardNo] = useState<string | null>(null);
  const [notice, setNotice] = useState<string | null>(null);
  const [isDespiteClaim, setDespiteClaim] = useState(false);
  const collect = async () => {
    if (!bill) return;
    try {
      notify('good', await take({ orderId, amountFen: bill.sumFen }, cardNo, isDespiteClaim));
      for (const name of ['order', 'in-lot', 'payment']) void refreshLists(name);
      await onPaid?.();
      onClose();
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error;
      setNotice(error.message);
      setDespiteClaim(error.code === paymentRefusal.claimed.code);
      if (error.code !== orderRefusal.locked.code) await asked.refetch();
    }
  };
  const isNothing = bill?.sumFen === 0;
  return (
    <Modal
      open
      width={420}
      title={t(cardNo === null ? collectCash.title : payByCard.title)}
      onCancel={onClose}
      footer={[
        <Button key="cancel" onClick={onClose}>
          {t(isNothing ? { zh: '关闭', en: 'Close' } : { zh: '取消', en: 'Cancel' })}
        </Button>,
        <ActButton
          key="ok"
          type="primary"
          autoFocus
          disabledReason={whyNotYet(bill, asked.isFetching, cardNo)}
          onAct={collect}
        >
          <ButtonText bill={bill} cardNo={cardNo} isDespiteClaim={isDespiteClaim} />
        </ActButton>,
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
          {!isNothing && <PaidBy cardNo={cardNo} onChange={setCardNo} />}
          {isNothing && <p className="by-hint">{t(orderRefusal['nothing-due'])}</p>}
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
function useBill(orderId: string) {
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
  const isWithDebts = isChosen ?? order.hasDebtCollection;
  const sumFen = order.dueFen + (isWithDebts ? order.debtFen : 0);
  const bill: Bill = { order, reductions, isWithDebts, sumFen };
  return { asked, bill, setWithDebts };
}

/** Takes cash, or the sum from a card; returns what to tell the user. */
async function take(
  asked: { readonly orderId: string; readonly amountFen: number },
  cardNo: string | null,
  isDespiteClaim: boolean,
): Promise<Label> {
  const sum = moneyText(asked.amountFen);
  if (cardNo === null) {
    await call(collectCash, { ...asked, isDespiteClaim }, { isQuiet: true });
    return { zh: `已收现金 ${sum} 元`, en: `Took ${sum} in cash` };
  }
  const paid = await call(payByCard, { ...asked, cardNo: cardNo.trim() }, { isQuiet: true });
  const left = moneyText(paid.balanceFen);
  return { zh: `刷卡收费 ${sum} 元，卡余额 ${left} 元`, en: `Took ${sum} from the card, ${left} left on it` };
}

/** Why nothing can be taken now; null if it can. */
function whyNotYet(bill: Bill | null, isFetching: boolean, cardNo: string | null): Label | null {
  if (bill?.sumFen === 0) return { zh: '没有应收金额', en: 'There is nothing to pay' };
  if (!bill || isFetching) return { zh: '正在计算应收金额', en: 'What is due is being computed' };
  return cardNo?.trim() === '' ? CARD_HINT : null;
}

const RECEIVED = { zh: '确认已收 ¥{amount}', en: 'Received ¥{amount}' };
const RECEIVED_TOO = { zh: '仍然收取 ¥{amount}', en: 'Collect ¥{amount} all the same' };
const FROM_CARD = { zh: '从卡内扣 ¥{amount}', en: 'Take ¥{amount} from the card' };

function ButtonText({
  bill,
  cardNo,
  isDespiteClaim,
}: {
  bill: Bill | null;
  cardNo: string | null;
  isDespiteClaim: boolean;
}) {
  const t = useText();
  if (!bill || bill.sumFen === 0) return t({ zh: '确认收款', en: 'Received' });
  const words = cardNo !== null ? FROM_CARD : isDespiteClaim ? RECEIVED_TOO : RECEIVED;
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

/** Cash, or a card by its number; null stands for cash. */
function PaidBy({ cardNo, onChange }: { cardNo: string | null; onChange: (cardNo: string | null) => void }) {
  const t = useText();
  return (
    <div className="collect-by">
      <Segmented
        block
        value={cardNo === null ? 'cash' : 'card'}
        options={[
          { value: 'cash', label: t(PayMethod.cash) },
          { value: 'card', label: t(PayMethod.card) },
        ]}
        onChange={(next) => onChange(next === 'card' ? '' : null)}
      />
      {cardNo !== null && (
        <Input
          autoFocus
          maxLength={32}
          value={cardNo}
          aria-label={t(payByCard.input.cardNo.label)}
          placeholder={t(CARD_HINT)}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </div>
  );
}
