import type { Label, Listed } from '@boyun/kernel/contract';
import { Money, OperationDialog, useText } from '@boyun/kernel/web';
import type { useTaking } from '@boyun/money/web';
import { notifyAnswer } from '@boyun/orders/web';
import { type card, findCard, loseCard, rechargeCard, replaceCard, returnCard } from './card.contract.ts';

/** What is done with one card. */
export const CARD_ACTS = {
  recharge: rechargeCard,
  lose: loseCard,
  find: findCard,
  replace: replaceCard,
  return: returnCard,
} as const;
export type CardAct = keyof typeof CARD_ACTS;

const HINTS: Readonly<Record<CardAct, Label>> = {
  recharge: {
    zh: '当面收款立即到账，现金计入本人当班收款；线上支付在客户付款后到账',
    en: 'Money handed over counts at once, cash in your shift; money by phone when the customer has paid',
  },
  lose: { zh: '挂失后该卡即刻停用，余额保留', en: 'It is blocked at once; its balance is kept' },
  find: { zh: '解除后该卡恢复使用', en: 'The card is in use again' },
  replace: {
    zh: '填写新卡的卡号和芯片号；持卡人、限用车牌、有效期和余额转到新卡，旧卡作废',
    en: 'Enter the number and chip of the new card: holder, cars, dates and balance move to it, and the old card ends',
  },
  return: {
    zh: '退还全部余额并收回卡片；原路退回时，线上充值的部分退回原支付账户。按审批流程需要时由他人审核，审核期间该卡停用',
    en: 'Its whole balance is refunded; as it was paid, money by phone goes back to its payer. If the flow requires a review, the card is blocked until then',
  },
};
const DONE: Readonly<Record<Exclude<CardAct, 'return' | 'recharge'>, Label>> = {
  lose: { zh: '已挂失，该卡即刻停用', en: 'Reported lost; it is blocked from now on' },
  find: { zh: '已解除挂失', en: 'In use again' },
  replace: { zh: '已换卡，余额已转入新卡', en: 'Replaced; its balance is on the new card' },
};

/** The dialog of one act upon a card. */
export function CardActForm({
  row,
  act,
  onClose,
  onDone,
  onSold,
}: {
  row: Listed<typeof card>;
  act: CardAct;
  onClose: () => void;
  onDone: () => Promise<unknown>;
  /** Gets a top-up, and what to say where its money was handed over. */
  onSold: ReturnType<typeof useTaking>['goOn'];
}) {
  const t = useText();
  const { title } = CARD_ACTS[act];
  const shared = {
    isOpen: true,
    onClose,
    onDone,
    given: { cardId: row.id },
    title: `${t(title)} · ${row.cardNo}`,
    hint: HINTS[act],
    okText: title,
    children: (
      <p>
        {row.holderName} · {t({ zh: '余额', en: 'balance' })} <Money fen={row.balanceFen} isStrong />
      </p>
    ),
  };
  switch (act) {
    case 'recharge':
      return (
        <OperationDialog
          {...shared}
          of={rechargeCard}
          fields={RECHARGE}
          onDone={(sold) => onSold(sold, { zh: '充值成功', en: 'Recharged' })}
        />
      );
    case 'lose':
      return <OperationDialog {...shared} of={loseCard} fields={{ note: loseCard.input.note }} done={DONE.lose} />;
    case 'find':
      return <OperationDialog {...shared} of={findCard} fields={{ note: findCard.input.note }} done={DONE.find} />;
    case 'replace':
      return <OperationDialog {...shared} of={replaceCard} fields={REPLACE} done={DONE.replace} />;
    case 'return':
      return (
        <OperationDialog
          {...shared}
          of={returnCard}
          fields={RETURN}
          onDone={async (answer) => {
            await notifyAnswer(answer);
            await onDone();
          }}
        />
      );
  }
}

const { cardId: _, ...RECHARGE } = rechargeCard.input;
const { cardId: __, ...REPLACE } = replaceCard.input;
const { cardId: ___, ...RETURN } = returnCard.input;
