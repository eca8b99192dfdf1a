import type { Label } from '@boyun/kernel/contract';
import { singleSlot } from '@boyun/kernel/web';
import type { ComponentType } from 'react';

/** What is taken for an order: exactly this amount. */
export interface AskedFee {
  readonly orderId: string;
  readonly amountFen: number;
  readonly isDespiteClaim: boolean;
}

/** Paying from a wallet in the dialog that collects a fee. */
export interface WalletMeans {
  /** Chooses the wallet: of the plate, or by a mobile; `walletId` is empty where none is chosen that has enough money. */
  readonly Part: ComponentType<{
    readonly plate: string;
    readonly amountFen: number;
    readonly onChange: (walletId: string) => void;
  }>;
  /** Takes the fee and returns what to tell the user. */
  readonly take: (asked: AskedFee, walletId: string) => Promise<Label>;
}

/** Filled by the module of wallets; without it the dialog does not offer them. */
export const walletMeans = singleSlot<WalletMeans>('payment.wallet-means');
