import type { LoadPageHelps, WebPages } from '@boyun/kernel/web';

export { CODE_HINT, CodeInput } from './payment-code/code-input.view.tsx';
export { openReader as openCodeReader } from './payment-code/code-reader.view.ts';
export { CHANNEL_TIMEOUT_MS, usePaymentWait } from './payment-code/payment-wait.view.ts';
export { OpenPurchases } from './taking/open-purchase.view.tsx';
export { useTaking } from './taking/taking.view.tsx';

/** Pages of this module that are more than the standard list, by component key. */
export const pages: WebPages = {
  payConfig: () => import('./pay-channel/pay-channel.page.tsx'),
  debitContract: () => import('./debit-contract/debit-contract.page.tsx'),
};

/** Loads the help of this module's pages. */
export const pageHelps: LoadPageHelps = () => import('./help/page-help.view.ts');
