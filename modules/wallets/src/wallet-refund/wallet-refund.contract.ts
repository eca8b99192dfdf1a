import {
  choice,
  flag,
  group,
  list,
  money,
  operation,
  optional,
  permission,
  reference,
  refusals,
  text,
} from '@boyun/kernel/contract';
import { PayChannel, refundableChanged, refundableFen, refundInput } from '@boyun/money/contract';
import { reviewAnswer } from '@boyun/reviews/contract';

const walletId = reference({ zh: '钱包', en: 'Wallet' }, 'wallet');
const { amountFen } = refundInput;
const access = permission('wallet.refund', { zh: '钱包退款', en: 'Refund wallets' });

/** What a refund of an amount would take: the top-ups it goes back to, the newest first, and the gifts that are forfeited. */
export const getWalletRefund = operation('get-wallet-refund', {
  title: { zh: '退款预览', en: 'What a refund takes' },
  path: '/api/wallet/getRefund',
  access,
  input: { walletId, amountFen: optional(amountFen) },
  output: {
    balanceFen: money({ zh: '余额', en: 'Balance' }),
    // All paid money that is left.
    refundableFen,
    forfeitedFen: money({ zh: '收回赠送', en: 'Gifts forfeited' }),
    isPossible: flag({ zh: '可退', en: 'Possible' }),
    lines: list(
      { zh: '退款明细', en: 'Lines' },
      group(
        { zh: '退款', en: 'Refund' },
        {
          paymentNo: text({ zh: '原充值流水号', en: 'Payment number' }),
          channel: choice({ zh: '支付方式', en: 'Pay method' }, PayChannel),
          amountFen,
        },
      ),
    ),
  },
  isRead: true,
});

/**
 * Refunds paid money of a wallet, the newest top-up first, each by the channel it came from; after approval where the flow requires one. Gifts
 * that came with it are forfeited as their rule says. `refundableFen` is what the caller saw.
 */
export const refundWallet = operation('refund-wallet', {
  title: { zh: '退款', en: 'Refund' },
  path: '/api/wallet/refund',
  access,
  needsPassword: { zh: '是否退款？', en: 'Refund?' },
  input: {
    walletId,
    refundableFen,
    ...refundInput,
  },
  output: reviewAnswer,
  audit: 'wallet.refund-requested',
});

export const walletRefundRefusal = refusals('wallet-refund', {
  'too-much': {
    status: 409,
    zh: '该钱包的充值金最多可退{left}元，赠送金不退',
    en: 'At most {left} of paid money can be refunded; gifts are not',
  },
  changed: refundableChanged,
  simulated: {
    status: 422,
    zh: '其中有试用期间的模拟充值，没有实际收款，不能退款',
    en: 'A part of it was simulated in a trial: no money was received, so none can be refunded',
  },
});
