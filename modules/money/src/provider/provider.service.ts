import type { Jobs, Kernel, TenantTx } from '@boyun/kernel/server';
import type { Channel } from '../channel/channel.contract.ts';

/** What a provider reports about a payment, or (with an amount below zero) about a refund. */
export interface Notice {
  readonly tenantId: number;
  /** The number we gave the payment or refund. */
  readonly paymentNo: string;
  /** The provider's number. */
  readonly tradeNo: string;
  readonly outcome: 'success' | 'fail';
  readonly amountFen: number;
}

/** A line of a provider's bill of a day: a payment, or (below zero) a refund that succeeded. */
export interface BillLine {
  readonly paymentNo: string;
  readonly tradeNo: string;
  readonly amountFen: number;
  readonly at: Date;
}

/**
 * A company that moves money for us, behind one contract. Calls that ask for money to move are made in the transaction that
 * decided it and take effect with its commit; the outcome comes as a notice or is asked for.
 */
export interface Provider {
  readonly channel: Channel;
  /** Whether the tenant may use it. Notices for others are refused. */
  isOpen(tx: TenantTx): Promise<boolean>;
  /** Asks for a payment. `choice` is what the payer chose at the sandbox's cashier. */
  start(
    tx: TenantTx,
    jobs: Jobs,
    payment: { readonly paymentNo: string; readonly amountFen: number },
    choice: 'success' | 'fail',
  ): Promise<void>;
  /** What became of a payment or refund; null while the provider does not know it. */
  query(tx: TenantTx, paymentNo: string): Promise<Notice | null>;
  /** Closes a payment, so that it cannot be paid any more. */
  close(tx: TenantTx, payment: { readonly paymentNo: string; readonly amountFen: number }): Promise<void>;
  /** Asks for money of a payment to go back; the amount is positive. */
  refund(
    tx: TenantTx,
    jobs: Jobs,
    refund: { readonly refundNo: string; readonly amountFen: number; readonly paymentNo: string },
  ): Promise<void>;
  /** What became of a refund; null while the provider does not know it. */
  queryRefund(tx: TenantTx, refundNo: string): Promise<Notice | null>;
  /** Reads a notice from a request; null where it is not genuine. */
  readNotice(kernel: Pick<Kernel, 'secrets'>, body: unknown): Notice | null;
  /** What the provider collected and gave back between two moments, the second exclusive. */
  bill(tx: TenantTx, from: Date, to: Date): Promise<BillLine[]>;
  /** Makes a real signed call; null when it answers as it should, else why not. */
  test(kernel: Kernel, tenantId: number): Promise<string | null>;
}
