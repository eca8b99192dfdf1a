import {
  choice,
  instant,
  integer,
  list,
  money,
  operation,
  optional,
  permission,
  phone,
  reference,
  refusals,
  report,
  text,
} from '@boyun/kernel/contract';
import { HandChannel, PayChannel, PaymentState } from '@boyun/money/contract';

/** The channels a customer pays a top-up with on the phone. */
export const PhoneTopUp = {
  wechat: { zh: '微信支付', en: 'WeChat Pay' },
  alipay: { zh: '支付宝', en: 'Alipay' },
  unionpay: { zh: '银联', en: 'UnionPay' },
  sandbox: { zh: '模拟支付', en: 'Simulated' },
} as const;
export type PhoneTopUp = keyof typeof PhoneTopUp;

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
const access = permission('wallet.top-up', { zh: '钱包充值', en: 'Top up wallets' });

/** What a top-up would bring: the gift by the rules, and the channels it can be paid by on the phone. */
export const getTopUpOffer = operation('get-top-up-offer', {
  title: { zh: '充值预览', en: 'What a top-up brings' },
  path: '/api/wallet/getTopUpOffer',
  access,
  input: { walletId, amountFen },
  output: {
    giftFen,
    ruleName: optional(text({ zh: '赠送规则', en: 'Rule' })),
    validDays: optional(integer({ zh: '有效天数', en: 'Valid for days' })),
    // Before it.
    balanceFen,
    channels: list({ zh: '可用渠道', en: 'Channels' }, choice({ zh: '渠道', en: 'Channel' }, PhoneTopUp)),
  },
  isRead: true,
});

/** Puts money into a wallet that was handed over, or seen to arrive. */
export const topUpWallet = operation('top-up-wallet', {
  title: { zh: '充值', en: 'Top up' },
  path: '/api/wallet/topUp',
  access,
  needsPassword: { zh: '是否为该钱包充值？', en: 'Put the money into this wallet?' },
  input: {
    walletId,
    amountFen,
    method: choice({ zh: '收款方式', en: 'Paid by' }, HandChannel, { byDefault: 'cash' }),
    note,
  },
  output: { paymentNo, giftFen, balanceFen },
  isOnce: true,
  audit: 'wallet.topped-up',
});

/** How the customer goes on. */
const Step = {
  code: { zh: '扫码', en: 'Scan a code' },
  wait: { zh: '等待结果', en: 'Wait' },
} as const;

/**
 * Starts a top-up through a provider: by the payment code that the customer's phone shows, or else with a QR code for the customer to scan.
 * `followTopUp` tells the outcome.
 */
export const startTopUp = operation('start-top-up', {
  title: { zh: '扫码充值', en: 'Top up by phone' },
  path: '/api/wallet/startTopUp',
  access,
  input: {
    walletId,
    amountFen,
    channel: optional(choice({ zh: '渠道', en: 'Channel' }, PhoneTopUp)),
    authCode: optional(text({ zh: '付款码', en: 'Payment code' }, { max: 24 })),
    note,
  },
  output: {
    paymentNo,
    giftFen,
    state: choice({ zh: '状态', en: 'State' }, PaymentState),
    step: choice({ zh: '下一步', en: 'Step' }, Step),
    // The text of the QR code.
    address: optional(text({ zh: '二维码内容', en: 'Text of the code' }, { max: 2000 })),
  },
  audit: 'wallet.top-up-started',
});

const state = choice({ zh: '状态', en: 'State' }, PaymentState);

/** Asks the provider about a top-up, books its outcome, and returns the state. */
export const followTopUp = operation('follow-top-up', {
  title: { zh: '查询充值', en: 'Follow a top-up' },
  path: '/api/wallet/followTopUp',
  access,
  input: { paymentNo },
  output: { state },
  isRead: true,
});

/** Closes a top-up under way with its provider; one that was paid meanwhile stays. */
export const cancelTopUp = operation('cancel-top-up', {
  title: { zh: '取消充值', en: 'Cancel a top-up' },
  path: '/api/wallet/cancelTopUp',
  access,
  input: { paymentNo },
  output: { state },
  audit: 'wallet.top-up-cancelled',
});

/** Pays a simulated top-up of a trial, as its customer would. */
export const simulateTopUp = operation('simulate-top-up', {
  title: { zh: '模拟付款', en: 'Pay in the sandbox' },
  path: '/api/wallet/simulateTopUp',
  access,
  input: { paymentNo },
  output: {},
  audit: 'wallet.top-up-simulated',
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
    channel: choice({ zh: '支付方式', en: 'Pay method' }, PayChannel),
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

export const topUpRefusal = refusals('top-up', {
  'no-channel': { status: 422, zh: '请选择支付渠道或扫描付款码', en: 'Choose a channel or scan the payment code' },
  off: {
    status: 422,
    zh: '该车场未开通{channel}，请换一种方式收款',
    en: '{channel} is not in use in this lot, take the money another way',
  },
  'not-simulated': { status: 409, zh: '这笔充值不是模拟支付', en: 'This top-up is not simulated' },
});
