import { randomBytes } from 'node:crypto';
import type { Kernel, TenantTx } from '@boyun/kernel/server';
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

/** The text a notice's signature covers. */
function signedText(notice: Omit<SandboxNotice, 'sign'>): string {
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
export async function askSandbox(
  tx: TenantTx,
  kernel: Kernel,
  payment: Payment,
  outcome: 'success' | 'fail',
): Promise<void> {
  const tradeNo = `SB${randomBytes(8).toString('hex')}`;
  await tx.query(
    `insert into sandbox_trade (tenant_id, id, trade_no, payment_no, amount_fen, outcome, created_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [tx.tenantId, tx.newId(), tradeNo, payment.paymentNo, payment.amountFen, outcome, tx.now],
  );
  const notice = makeNotice(kernel, {
    tenantId: tx.tenantId,
    paymentNo: payment.paymentNo,
    tradeNo,
    outcome,
    amountFen: payment.amountFen,
  });
  const chance = randomBytes(1)[0]! / 256;
  await kernel.jobs.send(tx, NOTICE_JOB, notice, { afterSeconds: chance < 0.05 ? 5 : 0 });
  if (chance > 0.9) await kernel.jobs.send(tx, NOTICE_JOB, notice, { afterSeconds: 2 });
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

/** Signs a notice. */
export function makeNotice(kernel: Pick<Kernel, 'secrets'>, notice: Omit<SandboxNotice, 'sign'>): SandboxNotice {
  return { ...notice, sign: kernel.secrets.sign(PURPOSE, signedText(notice)) };
}
