import { formatYuan } from '@boyun/domain/money';
import { event, money, optional, reference, text } from '@boyun/kernel/contract';

const wallet = {
  walletId: reference({ zh: '钱包', en: 'Wallet' }, 'wallet'),
  mobile: text({ zh: '手机号', en: 'Mobile' }, { max: 16 }),
};
const paymentId = reference({ zh: '支付编号', en: 'Payment' }, 'payment');
const paymentNo = text({ zh: '流水号', en: 'Payment number' }, { max: 64 });
const channel = text({ zh: '渠道', en: 'Channel' }, { max: 32 });
/** Below zero where money left the wallet. */
const amountFen = money({ zh: '金额', en: 'Amount' }, { min: -100_000_000_00 });
const balanceFen = money({ zh: '余额', en: 'Balance' });
const note = text({ zh: '说明', en: 'Note' }, { max: 255 });

/** A wallet was topped up; `giftFen` was given with it. */
export const walletToppedUp = event('wallet.topped-up', {
  label: { zh: '钱包充值', en: 'A wallet was topped up' },
  fields: {
    ...wallet,
    paymentId,
    paymentNo,
    channel,
    amountFen,
    giftFen: money({ zh: '赠送金额', en: 'Gift' }),
    balanceFen,
  },
  timeline: (data) => ({
    zh: `充值${formatYuan(data.amountFen)}元，赠送${formatYuan(data.giftFen)}元`,
    en: `Topped up by ${formatYuan(data.amountFen)}, gift ${formatYuan(data.giftFen)}`,
    tone: 'good',
  }),
});

/** Paid money of a wallet went back; `paymentId` is the refund. */
export const walletRefunded = event('wallet.refunded', {
  label: { zh: '钱包退款', en: 'Money of a wallet went back' },
  fields: { ...wallet, paymentId, paymentNo, channel, amountFen },
  timeline: (data) => ({
    zh: `已退${formatYuan(-data.amountFen)}元`,
    en: `Refunded ${formatYuan(-data.amountFen)}`,
    tone: 'info',
  }),
});

/** A provider did not carry out the refund of a wallet; the money is in the wallet again. */
export const walletRefundFailed = event('wallet.refund-failed', {
  label: { zh: '钱包退款失败', en: 'The refund of a wallet failed' },
  fields: { ...wallet, amountFen, balanceFen },
  timeline: (data) => ({
    zh: `退款${formatYuan(data.amountFen)}元失败，已退回钱包`,
    en: `The refund of ${formatYuan(data.amountFen)} failed; the money is in the wallet again`,
    tone: 'bad',
  }),
});

/** Gifts of a wallet ended. */
export const walletGiftEnded = event('wallet.gift-ended', {
  label: { zh: '赠送金到期', en: 'A gift in a wallet ended' },
  fields: { ...wallet, amountFen, balanceFen },
  timeline: (data) => ({
    zh: `赠送金${formatYuan(-data.amountFen)}元到期`,
    en: `Gifts of ${formatYuan(-data.amountFen)} ended`,
    tone: 'warn',
  }),
});

/** The money of a wallet was corrected by hand. */
export const walletAdjusted = event('wallet.adjusted', {
  label: { zh: '钱包调账', en: 'A wallet was adjusted' },
  fields: { ...wallet, amountFen, balanceFen, note },
});

/** A wallet was frozen. */
export const walletFrozen = event('wallet.frozen', {
  label: { zh: '钱包冻结', en: 'A wallet was frozen' },
  fields: { ...wallet, note },
});

/** A frozen wallet was released. */
export const walletReleased = event('wallet.released', {
  label: { zh: '钱包解冻', en: 'A wallet was released' },
  fields: { ...wallet, note },
});

/** Whether and up to which amount the fees of a plate are paid at the exit was set. */
export const walletAutoPaySet = event('wallet.auto-pay-set', {
  label: { zh: '设置自动扣费', en: 'Automatic payment was set' },
  fields: {
    ...wallet,
    plate: text({ zh: '车牌', en: 'Plate' }, { max: 16 }),
    limitFen: optional(money({ zh: '单次上限', en: 'At most' })),
  },
});
