import {
  choice,
  instant,
  integer,
  money,
  operation,
  optional,
  permission,
  phone,
  reference,
  report,
  text,
} from '@boyun/kernel/contract';
import { PayChannel, takeMethod, takenOutput } from '@boyun/money/contract';

/** How far a top-up has come. */
export const TopUpState = {
  paying: { zh: '支付中', en: 'Paying', tone: 'info' },
  succeeded: { zh: '已到账', en: 'Done', tone: 'good' },
  closed: { zh: '未支付', en: 'Not paid', tone: 'neutral' },
} as const;

const walletId = reference({ zh: '钱包', en: 'Wallet' }, 'wallet');
const amountFen = money({ zh: '充值金额', en: 'Amount' }, { min: 1, max: 10_000_00 });
const giftFen = money({ zh: '赠送金额', en: 'Gift' });
const balanceFen = money({ zh: '余额', en: 'Balance' });
const paymentNo = text({ zh: '流水号', en: 'Payment number' }, { max: 64 });
const note = optional(text({ zh: '说明', en: 'Note' }, { max: 255 }));
/** The right to take money for wallets. */
export const mayTopUp = permission('wallet.top-up', { zh: '钱包充值', en: 'Top up wallets' });

/** What a top-up would bring: the gift by the rules. */
export const getTopUpOffer = operation('get-top-up-offer', {
  title: { zh: '充值预览', en: 'What a top-up brings' },
  path: '/api/wallet/getTopUpOffer',
  access: mayTopUp,
  input: { walletId, amountFen },
  output: {
    giftFen,
    ruleName: optional(text({ zh: '赠送规则', en: 'Rule' })),
    validDays: optional(integer({ zh: '有效天数', en: 'Valid for days' })),
    // Before it.
    balanceFen,
  },
  isRead: true,
});

/** Puts money into a wallet: at once where it was handed over, else when the customer's phone has paid. */
export const topUpWallet = operation('top-up-wallet', {
  title: { zh: '充值', en: 'Top up' },
  path: '/api/wallet/topUp',
  access: mayTopUp,
  needsPassword: { zh: '是否为该钱包充值？', en: 'Put the money into this wallet?' },
  input: {
    walletId,
    amountFen,
    method: takeMethod,
    note,
  },
  output: { ...takenOutput, giftFen, balanceFen },
  isOnce: true,
  audit: 'wallet.topped-up',
});

/** Top-ups with their gifts, and what of them was refunded. */
export const topUpList = report('wallet-top-up', {
  title: { zh: '充值记录', en: 'Top-ups' },
  path: '/api/recharge/getRechargePage',
  access: permission('wallet-top-up.list', { zh: '查看充值记录', en: 'View: Top-ups' }),
  alwaysSortable: ['createdAt'],
  filters: {
    mobile: optional(text({ zh: '手机号', en: 'Mobile' }, { max: 11 })),
    lotId: optional(reference({ zh: '车场', en: 'Parking lot' }, 'lot')),
    channel: optional(choice({ zh: '支付方式', en: 'Pay method' }, PayChannel)),
    state: optional(choice({ zh: '状态', en: 'State' }, TopUpState)),
    giftRuleId: optional(reference({ zh: '赠送规则', en: 'Gift rule' }, 'gift-rule')),
    walletId: optional(walletId),
    from: optional(instant({ zh: '开始时间', en: 'From' })),
    to: optional(instant({ zh: '结束时间', en: 'To' })),
  },
  columns: {
    id: text({ zh: '编号', en: 'Id' }),
    createdAt: instant({ zh: '时间', en: 'Time' }),
    walletId,
    mobile: phone({ zh: '手机号', en: 'Mobile' }),
    holderName: text({ zh: '客户', en: 'Customer' }),
    state: choice({ zh: '状态', en: 'State' }, TopUpState),
    amountFen: money({ zh: '充值金额', en: 'Amount' }),
    giftFen,
    leftFen: money({ zh: '剩余充值金', en: 'Left of it' }),
    giftLeftFen: money({ zh: '剩余赠送金', en: 'Left of the gift' }),
    refundedFen: money({ zh: '已退', en: 'Refunded' }),
    channel: optional(choice({ zh: '支付方式', en: 'Pay method' }, PayChannel)),
    paymentNo: optional(paymentNo),
    giftRuleId: optional(reference({ zh: '赠送规则', en: 'Gift rule' }, 'gift-rule')),
    lotId: reference({ zh: '车场', en: 'Parking lot' }, 'lot'),
    note,
    actorName: text({ zh: '经办人', en: 'By' }),
    paidAt: optional(instant({ zh: '到账时间', en: 'Paid at' })),
  },
  totals: {
    amountFen: money({ zh: '到账合计', en: 'Topped up' }),
    giftFen: money({ zh: '赠送合计', en: 'Gifts' }),
    refundedFen: money({ zh: '退款合计', en: 'Refunded' }),
  },
});
