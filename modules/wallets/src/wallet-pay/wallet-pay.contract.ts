import { choice, group, list, money, operation, optional, phone, plate, reference, text } from '@boyun/kernel/contract';
import { collectCash, feeInput } from '@boyun/payments/contract';
import { WalletState } from '../wallet/wallet.contract.ts';

const balanceFen = money({ zh: '余额', en: 'Balance' });
const mobile = phone({ zh: '手机号', en: 'Mobile' }, { max: 11 });

/** Finds the wallet that a fee can be paid from, by a plate or a mobile; whoever collects fees may use it in any lot. */
export const findWallet = operation('find-wallet', {
  title: { zh: '查找钱包', en: 'Find a wallet' },
  path: '/api/wallet/find',
  access: collectCash.access,
  input: { plate: optional(plate()), mobile: optional(mobile) },
  output: {
    wallets: list(
      { zh: '钱包', en: 'Wallets' },
      group(
        { zh: '钱包', en: 'Wallet' },
        {
          id: text({ zh: '编号', en: 'Id' }),
          mobile,
          holderName: text({ zh: '客户', en: 'Customer' }),
          state: choice({ zh: '状态', en: 'State' }, WalletState),
          // Without gifts that have ended.
          balanceFen,
        },
      ),
    ),
  },
  isRead: true,
});

/** Pays exactly this amount of what an order owes from a wallet: gifts that end first, then paid money. */
export const payByWallet = operation('pay-by-wallet', {
  title: { zh: '钱包支付', en: 'Pay from a wallet' },
  path: '/api/order/payByWallet',
  access: collectCash.access,
  input: {
    ...feeInput,
    walletId: reference({ zh: '钱包', en: 'Wallet' }, 'wallet'),
  },
  output: { paymentNo: text({ zh: '流水号', en: 'Payment number' }), balanceFen },
  audit: 'order.wallet-collected',
});
