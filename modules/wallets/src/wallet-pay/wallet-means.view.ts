import { call, moneyText } from '@boyun/kernel/web';
import type { WalletMeans } from '@boyun/payments/web';
import { lazy } from 'react';
import { payByWallet } from './wallet-pay.contract.ts';

/** Paying from a wallet in the dialog that collects a fee. */
export const payFromWallet: WalletMeans = {
  Part: /* @__PURE__ */ lazy(() => import('./wallet-choice.view.tsx')),
  async take(asked, walletId) {
    const { balanceFen } = await call(payByWallet, { ...asked, walletId }, { isQuiet: true });
    const [sum, left] = [moneyText(asked.amountFen), moneyText(balanceFen)];
    return { zh: `钱包支付 ${sum} 元，余额 ${left} 元`, en: `Took ${sum} from the wallet, ${left} left in it` };
  },
};
