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
import { collectCash } from '../payment/payment.contract.ts';
import '../payment/payment.css';

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
 * car stayed on, the driver paid by phone) the dialog shows the new one and asks again.
 */
function OpenCollect({ orderId, onClose, onPaid }: { orderId: string; onClose: () => void; onPaid?: () => unknown }) {
  const t = useText();
  const language = useLanguage();
  const [notice, setNotice] = useState<string | null>(null);
  const asked = useQuery({
    queryKey: ['order', orderId, language, 'collect'],
    queryFn: ({ signal }) => call(getOrder, { orderId }, { signal, isQuiet: true }),
    staleTime: 0,
    gcTime: 0,
  });
  const [cardNo, setCardNo] = useState<string | null>(null);
  const [isChosen, setChosen] = useState<boolean | null>(null);
  const order = asked.data?.order;
  const reductions = asked.data?.reductions ?? [];
  const isWithDebts = isChosen ?? order?.hasDebtCollection ?? false;
  const debtFen = order && isWithDebts ? order.debtFen : 0;
  const sumFen = (order?.dueFen ?? 0) + debtFen;
  const take = async () => {
    if (cardNo === null) {
      await call(collectCash, { orderId, amountFen: sumFen }, { isQuiet: true });
      return notify('good', { zh: `已收现金 ${moneyText(sumFen)} 元`, en: `Took ${moneyText(sumFen)} in cash` });
    }
    const paid = await call(payByCard, { orderId, amountFen: sumFen, cardNo: cardNo.trim() }, { isQuiet: true });
    const left = moneyText(paid.balanceFen);
    return notify('good', {
      zh: `刷卡收费 ${moneyText(sumFen)} 元，卡余额 ${left} 元`,
      en: `Took ${moneyText(sumFen)} from the card, ${left} left on it`,
    });
  };
  const collect = async () => {
    if (!order) return;
    try {
      await take();
      for (const name of ['order', 'in-lot', 'payment']) void refreshLists(name);
      await onPaid?.();
      onClose();
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error;
      setNotice(error.message);
      if (error.code !== orderRefusal.locked.code) await asked.refetch();
    }
  };
  const isNothing = order !== undefined && sumFen === 0;
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
          disabledReason={
            isNothing
              ? { zh: '没有应收金额', en: 'There is nothing to pay' }
              : !order || asked.isFetching
                ? { zh: '正在计算应收金额', en: 'What is due is being computed' }
                : cardNo?.trim() === ''
                  ? { zh: '请刷卡或输入卡号', en: 'Hold the card to the reader, or type its number' }
                  : null
          }
          onAct={collect}
        >
          {order && !isNothing && cardNo !== null
            ? t({ zh: '从卡内扣 ¥{amount}', en: 'Take ¥{amount} from the card' }, { amount: moneyText(sumFen) })
            : order && !isNothing
              ? t({ zh: '确认已收 ¥{amount}', en: 'Received ¥{amount}' }, { amount: moneyText(sumFen) })
              : t({ zh: '确认收款', en: 'Received' })}
        </ActButton>,
      ]}
    >
      {order ? (
        <div className="collect">
          <div className="collect-car">
            <Plate text={order.plate} color={order.plateColor} size="large" />
            <span className="by-faint">
              <DurationText seconds={order.parkedMinutes === null ? null : order.parkedMinutes * 60} />
            </span>
          </div>
          {notice && (
            <p className="collect-notice" role="alert">
              {notice}
            </p>
          )}
          <dl>
            <div>
              <dt>{t({ zh: '停车费', en: 'Fee' })}</dt>
              <dd>
                <Money fen={order.feeFen} />
              </dd>
            </div>
            {reductions.map((line, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the steps of a reduction never move among themselves
              <div key={index}>
                <dt>{t(line)}</dt>
                <dd>
                  −<Money fen={line.amountFen} />
                </dd>
              </div>
            ))}
            {order.paidFen > 0 && (
              <div>
                <dt>{t({ zh: '已付', en: 'Paid before' })}</dt>
                <dd>
                  −<Money fen={order.paidFen} />
                </dd>
              </div>
            )}
            {order.debtFen > 0 && (
              <div>
                <dt>
                  <Checkbox checked={isWithDebts} onChange={({ target }) => setChosen(target.checked)}>
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
          {!isNothing && (
            <div className="collect-by">
              <Segmented
                block
                value={cardNo === null ? 'cash' : 'card'}
                options={[
                  { value: 'cash', label: t(PayMethod.cash) },
                  { value: 'card', label: t(PayMethod.card) },
                ]}
                onChange={(next) => setCardNo(next === 'card' ? '' : null)}
              />
              {cardNo !== null && (
                <Input
                  autoFocus
                  maxLength={32}
                  value={cardNo}
                  aria-label={t(payByCard.input.cardNo.label)}
                  placeholder={t({ zh: '刷卡或输入卡号', en: 'Hold the card to the reader, or type its number' })}
                  onChange={({ target }) => setCardNo(target.value)}
                />
              )}
            </div>
          )}
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
