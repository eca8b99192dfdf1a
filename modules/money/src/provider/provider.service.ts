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
 * A payment provider behind one contract. Calls that request a payment or refund are made in the transaction that
 * decided it and take effect with its commit; the outcome arrives as a notice or by a query.
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
  /** Returns the outcome of a payment or refund; null while the provider does not know it. */
  query(tx: TenantTx, paymentNo: string): Promise<Notice | null>;
  /** Closes a payment, so that it cannot be paid any more. */
  close(tx: TenantTx, payment: { readonly paymentNo: string; readonly amountFen: number }): Promise<void>;
  /** Requests a refund of a payment; the amount is positive. */
  refund(
    tx: TenantTx,
    jobs: Jobs,
    refund: { readonly refundNo: string; readonly amountFen: number; readonly paymentNo: string },
  ): Promise<void>;
  /** Returns the outcome of a refund; null while the provider does not know it. */
  queryRefund(tx: TenantTx, refundNo: string): Promise<Notice | null>;
  /** Reads a notice from a request; null where it is not genuine. */
  readNotice(kernel: Pick<Kernel, 'secrets'>, body: unknown): Notice | null;
  /** Returns what the provider collected and refunded between two moments, the second exclusive. */
  bill(tx: TenantTx, from: Date, to: Date): Promise<BillLine[]>;
  /** Makes a real signed call; returns null on success, otherwise the reason. */
  test(kernel: Kernel, tenantId: number): Promise<string | null>;
}
