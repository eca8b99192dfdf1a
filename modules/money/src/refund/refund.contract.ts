import { choice, money, refusals, text } from '@boyun/kernel/contract';
import { RefundWay } from '../channel/channel.contract.ts';

/** Refusals of refunds. */
export const refundRefusal = refusals('money-refund', {
  simulated: {
    status: 422,
    zh: '这笔支付是试用期间的模拟支付，没有实际收款，不能退款',
    en: 'This payment was simulated in a trial: no money was received, so none can be refunded',
  },
});

/** What can be refunded. A caller who asks for a refund sends what was seen: a call repeated after a response was lost is then refused. */
export const refundableFen = money({ zh: '可退金额', en: 'Can go back' });

/** What a refund is asked for with. */
export const refundInput = {
  amountFen: money({ zh: '退款金额', en: 'Refund' }, { min: 1 }),
  way: choice({ zh: '退款方式', en: 'Paid back by' }, RefundWay, { byDefault: 'origin' }),
  reason: text({ zh: '原因', en: 'Reason' }, { min: 2, max: 255, isLong: true }),
};

/** The refusal of a refund where another amount than the caller saw can be refunded. */
export const refundableChanged = {
  status: 409,
  zh: '可退金额已变为{left}元，请核对后再退',
  en: 'The refundable amount is now {left}: check again',
} as const;
