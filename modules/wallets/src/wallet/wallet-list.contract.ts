import { money, optional, phone, reference, text } from '@boyun/kernel/contract';
import { StoredUse, storedEntries } from '@boyun/payments/contract';
import { wallet } from './wallet.contract.ts';

/** What moved the money of a wallet. */
export const WalletEntryKind = {
  'top-up': { zh: '充值', en: 'Topped up', tone: 'good' },
  gift: { zh: '充值赠送', en: 'Gift', tone: 'good' },
  ...StoredUse,
  'gift-ended': { zh: '赠送金到期', en: 'Gift ended', tone: 'warn' },
  'gift-forfeited': { zh: '退款收回赠送', en: 'Gift forfeited', tone: 'warn' },
  refund: { zh: '退款', en: 'Refunded', tone: 'warn' },
  'refund-failed': { zh: '退款失败退回', en: 'Refund failed', tone: 'bad' },
  'adjusted-up': { zh: '调账增加', en: 'Adjusted up', tone: 'neutral' },
  'adjusted-down': { zh: '调账减少', en: 'Adjusted down', tone: 'neutral' },
} as const;

/** Every movement of wallets, with the balance after it. */
export const walletEntryList = storedEntries('wallet-entry', {
  title: { zh: '钱包流水', en: 'Movements of wallets' },
  path: '/api/wallet/getEntryPage',
  access: wallet.can.list,
  kinds: WalletEntryKind,
  filters: {
    walletId: optional(reference({ zh: '钱包', en: 'Wallet' }, 'wallet')),
    mobile: optional(text({ zh: '手机号', en: 'Mobile' }, { max: 11 })),
  },
  columns: {
    mobile: phone({ zh: '手机号', en: 'Mobile' }),
    holderName: text({ zh: '客户', en: 'Customer' }),
    giftFen: money({ zh: '其中赠送金', en: 'Of it gifts' }, { min: -1_000_000_00 }),
  },
  totals: {
    toppedUpFen: money({ zh: '充值合计', en: 'Topped up' }),
    givenFen: money({ zh: '赠送合计', en: 'Gifts' }),
  },
});
