import type { PageHelps } from '@boyun/kernel/web';
import { WalletState } from '../wallet/wallet.contract.ts';

/** Help of the pages of this module. */
const helps: PageHelps = {
  wallet: {
    purpose: {
      zh: '客户按手机号开立的钱包：充值、扣费、退款、冻结。',
      en: 'Wallets of customers by their mobile: top-ups, fees, refunds, freezing.',
    },
    steps: [
      { zh: '扣费先用最早到期的赠送金，再用充值金。', en: 'Fees take the gifts that end first, then paid money.' },
      {
        zh: '退款只退充值金，从最近一笔退起，原路退回。',
        en: 'A refund returns paid money by its channel, the newest top-up first.',
      },
      {
        zh: '在详情中为车牌开启“自动扣费”，出场时直接扣款。',
        en: 'Switch "Automatic payment" on for a car in the details, and exits take the fee.',
      },
    ],
    states: [
      { state: WalletState.active, means: { zh: '可充值和付款', en: 'Takes money and pays' } },
      { state: WalletState.frozen, means: { zh: '暂停充值和付款，余额保留', en: 'Neither, until it is released' } },
    ],
  },
  recharge: {
    purpose: {
      zh: '每一笔钱包充值及其赠送、剩余与退款。',
      en: 'Each top-up with its gift, what is left and refunded.',
    },
    steps: [{ zh: '点手机号打开钱包。', en: 'Press a mobile to open its wallet.' }],
  },
  payRecord: {
    purpose: {
      zh: '有钱包的客户的全部支付与退款，不限渠道。',
      en: 'All payments and refunds of customers with a wallet, by any channel.',
    },
    steps: [{ zh: '点一行打开订单。', en: 'Press a row to open its order.' }],
  },
  giftRule: {
    purpose: {
      zh: '充值满多少送多少，赠送金在有效天数内使用。',
      en: 'Who tops up enough is given something for some days.',
    },
    steps: [
      { zh: '多条规则同时符合时，取赠送最多的一条。', en: 'Of several rules the one that gives most applies.' },
      { zh: '已赠送过的规则只能停用。', en: 'A rule that gave is disabled, not deleted.' },
    ],
  },
};
export default helps;
