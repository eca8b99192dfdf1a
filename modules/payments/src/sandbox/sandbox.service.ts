import { randomBytes } from 'node:crypto';
import type { Jobs, Kernel, TenantTx } from '@boyun/kernel/server';
import type { Payment } from '../payment/payment.service.ts';

/** Name of the job that delivers the sandbox's notices. */
export const NOTICE_JOB = 'sandbox-notice';
/** Where the sandbox posts them. */
export const NOTICE_PATH = '/api/payment/notice/sandbox';
const PURPOSE = 'sandbox notice';

/** A notice as the sandbox posts it; `sign` covers the other fields. */
export interface SandboxNotice {
  readonly tenantId: number;
  readonly paymentNo: string;
  readonly tradeNo: string;
  readonly outcome: 'success' | 'fail';
  readonly amountFen: number;
  readonly sign: string;
}

/** What the sandbox tells: of money that is given back the amount is below nothing. */
export type Told = Omit<SandboxNotice, 'sign'>;

/** The text a notice's signature covers. */
function signedText(notice: Told): string {
  return `${notice.tenantId}|${notice.paymentNo}|${notice.tradeNo}|${notice.outcome}|${notice.amountFen}`;
}

/** Whether a notice really comes from the sandbox. */
export function isGenuine(kernel: Pick<Kernel, 'secrets'>, notice: SandboxNotice): boolean {
  return kernel.secrets.isSigned(PURPOSE, signedText(notice), notice.sign);
}

/**
 * The provider's side: it takes the order to collect, and later tells what came of it, as real channels do: after a
 * while, now and then late, now and then twice.
 */
export function askSandbox(
  tx: TenantTx,
  { jobs }: Pick<Kernel, 'jobs'>,
  payment: Pick<Payment, 'paymentNo' | 'amountFen'>,
  outcome: 'success' | 'fail',
): Promise<void> {
  const { paymentNo, amountFen } = payment;
  return fileTrade(tx, jobs, { paymentNo, amountFen, outcome, refundOf: null });
}

/** Whose account is closed: asked to give back exactly this, the sandbox fails, so that failing can be tried. */
const FAILING_FEN = 4_04;

/** The provider is asked to give back money of a payment: at most what it brought. What comes of it is told later as well. */
export async function askSandboxBack(
  tx: TenantTx,
  jobs: Jobs,
  refund: { readonly paymentNo: string; readonly amountFen: number; readonly refundOf: string },
): Promise<void> {
  const [trade] = await tx.query<{ leftFen: number }>(
    `select (sum(amount_fen) filter (where outcome = 'success'))::bigint as "leftFen" from sandbox_trade
     where tenant_id = $1 and (payment_no = $2 or refund_of = $2)`,
    [tx.tenantId, refund.refundOf],
  );
  const isPossible = (trade?.leftFen ?? 0) + refund.amountFen >= 0 && refund.amountFen !== -FAILING_FEN;
  await fileTrade(tx, jobs, { ...refund, outcome: isPossible ? 'success' : 'fail' });
}

/** What the sandbox is asked to collect, or to give back, and what comes of it. */
interface Trade {
  readonly paymentNo: string;
  readonly amountFen: number;
  readonly outcome: 'success' | 'fail';
  readonly refundOf: string | null;
}

async function fileTrade(tx: TenantTx, jobs: Jobs, trade: Trade): Promise<void> {
  const { paymentNo, amountFen, outcome } = trade;
  const tradeNo = await bookTrade(tx, trade);
  const told: Told = { tenantId: tx.tenantId, paymentNo, tradeNo, outcome, amountFen };
  const chance = randomBytes(1)[0]! / 256;
  await jobs.send(tx, NOTICE_JOB, told, { afterSeconds: chance < 0.05 ? 5 : 0 });
  if (chance > 0.9) await jobs.send(tx, NOTICE_JOB, told, { afterSeconds: 2 });
}

/** Writes a trade into the sandbox's books, of which nobody is told; answers its number. */
export async function bookTrade(tx: TenantTx, trade: Trade): Promise<string> {
  const tradeNo = `SB${randomBytes(8).toString('hex')}`;
  await tx.query(
    `insert into sandbox_trade (tenant_id, id, trade_no, payment_no, amount_fen, outcome, refund_of, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [tx.tenantId, tx.newId(), tradeNo, trade.paymentNo, trade.amountFen, trade.outcome, trade.refundOf, tx.now],
  );
  return tradeNo;
}

/** Where the sandbox answers questions about trades. */
export const QUERY_PATH = '/api/payment/sandbox/query';
const QUERY_PURPOSE = 'sandbox query';

/** What a question to the sandbox says; its signature covers both. */
export interface SandboxQuery {
  readonly tenantId: number;
  readonly paymentNo: string;
  readonly sign: string;
}

/** Whether a question really comes from a merchant of the sandbox. */
export function isAsked(kernel: Pick<Kernel, 'secrets'>, query: SandboxQuery): boolean {
  return kernel.secrets.isSigned(QUERY_PURPOSE, `${query.tenantId}|${query.paymentNo}`, query.sign);
}

/** Asks the sandbox over HTTP about a payment that never was; null when it answers as it should, else why not. */
export async function querySandbox(kernel: Kernel, tenantId: number): Promise<string | null> {
  const own = kernel.ownAddress();
  if (!own) return 'not listening';
  const paymentNo = `T${randomBytes(8).toString('hex')}`;
  const sign = kernel.secrets.sign(QUERY_PURPOSE, `${tenantId}|${paymentNo}`);
  try {
    const answer = await fetch(own + QUERY_PATH, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ tenantId, paymentNo, sign } satisfies SandboxQuery),
      signal: AbortSignal.timeout(5000),
    });
    const body = (await answer.json()) as { state?: string; isKnown?: boolean };
    return answer.ok && body.state === 'success' && body.isKnown === false ? null : `HTTP ${answer.status}`;
  } catch (error) {
    return (error as Error).message;
  }
}

/** Signs a notice, as the sandbox does when it posts it. */
export function signNotice(kernel: Pick<Kernel, 'secrets'>, notice: Told): SandboxNotice {
  return { ...notice, sign: kernel.secrets.sign(PURPOSE, signedText(notice)) };
}
