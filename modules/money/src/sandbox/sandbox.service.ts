import { randomBytes } from 'node:crypto';
import { say } from '@boyun/kernel/contract';
import { type Kernel, systemWho, type TenantTx } from '@boyun/kernel/server';
import { z } from 'zod';
import { isTrial } from '../channel/trial.queries.ts';
import type { Desk, Notice, Provider } from '../provider/provider.service.ts';
import { sandboxBill } from './sandbox-bill.service.ts';

/** Name of the job that delivers the sandbox's notices. */
export const NOTICE_JOB = 'sandbox-notice';
/** Where the sandbox posts them. */
export const NOTICE_PATH = '/api/payment/notice/sandbox';
const PURPOSE = 'sandbox notice';

/** A notice as the sandbox posts it; `sign` covers the other fields. */
export interface SandboxNotice extends Notice {
  readonly sign: string;
}

const noticeSchema = z.object({
  tenantId: z.number().int().positive(),
  paymentNo: z.string().max(64),
  tradeNo: z.string().max(64),
  outcome: z.enum(['success', 'fail']),
  amountFen: z.number().int(),
  sign: z.string().max(128),
});

/** The text a notice's signature covers. */
function signedText(notice: Notice): string {
  return `${notice.tenantId}|${notice.paymentNo}|${notice.tradeNo}|${notice.outcome}|${notice.amountFen}`;
}

/** Signs a notice, as the sandbox does when it posts it. */
export function signNotice(kernel: Pick<Kernel, 'secrets'>, notice: Notice): SandboxNotice {
  return { ...notice, sign: kernel.secrets.sign(PURPOSE, signedText(notice)) };
}

/** Reads a notice of the sandbox; null where it is not genuine. */
export function readSandboxNotice(kernel: Pick<Kernel, 'secrets'>, body: unknown): Notice | null {
  const parsed = noticeSchema.safeParse(body);
  if (!parsed.success) return null;
  const { sign, ...notice } = parsed.data;
  return kernel.secrets.isSigned(PURPOSE, signedText(notice), sign) ? notice : null;
}

/** A refund of exactly this amount fails, so that failures can be tested. */
const FAILING_FEN = 4_04;

/** An entry of the sandbox's books; a refund has a negative amount. */
interface Trade {
  readonly paymentNo: string;
  readonly amountFen: number;
  readonly outcome: 'success' | 'fail';
  readonly refundOf: string | null;
}

/** Writes a trade into the sandbox's books without a notice; returns its number. */
export async function bookTrade(tx: TenantTx, trade: Trade): Promise<string> {
  const tradeNo = `SB${randomBytes(8).toString('hex')}`;
  await tx.query(
    `insert into sandbox_trade (tenant_id, id, trade_no, payment_no, amount_fen, outcome, refund_of, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [tx.tenantId, tx.newId(), tradeNo, trade.paymentNo, trade.amountFen, trade.outcome, trade.refundOf, tx.now],
  );
  return tradeNo;
}

/** Notices arrive as from real channels: with a delay, sometimes late, sometimes twice. */
async function fileTrade({ kernel, tenantId }: Desk, trade: Trade): Promise<void> {
  const { paymentNo, amountFen, outcome } = trade;
  await kernel.database.inTenant(systemWho(tenantId, 'sandbox'), async (tx) => {
    if (await findTrade(tx, paymentNo)) return;
    const tradeNo = await bookTrade(tx, trade);
    const notice: Notice = { tenantId, paymentNo, tradeNo, outcome, amountFen };
    const chance = randomBytes(1)[0]! / 256;
    await kernel.jobs.send(tx, NOTICE_JOB, notice, { afterSeconds: chance < 0.05 ? 5 : 0 });
    if (chance > 0.9) await kernel.jobs.send(tx, NOTICE_JOB, notice, { afterSeconds: 2 });
  });
}

/** Returns a trade of the sandbox's books; null where there is none. */
export async function findTrade(tx: TenantTx, paymentNo: string): Promise<Notice | null> {
  const [row] = await tx.query<Omit<Notice, 'tenantId'>>(
    `select payment_no, trade_no, outcome, amount_fen from sandbox_trade
     where tenant_id = $1 and payment_no = $2`,
    [tx.tenantId, paymentNo],
  );
  return row ? { tenantId: tx.tenantId, ...row } : null;
}

const queryTrade = ({ kernel, tenantId }: Desk, { paymentNo }: { readonly paymentNo: string }) =>
  kernel.database.inTenant(systemWho(tenantId, 'sandbox'), (tx) => findTrade(tx, paymentNo), { isRead: true });

/** A payment code of trials pays at once; one that ends in 4 is refused by the payer's bank. */
const payByCode = (code: string | null) => ({
  outcome: code?.endsWith('4') ? ('fail' as const) : ('success' as const),
});

/** A debit of exactly this amount is accepted and never carried out, so that the end of its time can be tested. */
const SILENT_FEN = 4_08;

/** Debits a plate by the sandbox's own books of contracts. */
async function debitPlate(
  desk: Desk,
  { paymentNo, amountFen }: { readonly paymentNo: string; readonly amountFen: number },
  plate: string,
): Promise<void> {
  if (amountFen === SILENT_FEN) return;
  const [contract] = await desk.kernel.database.inTenant(systemWho(desk.tenantId, 'sandbox'), (tx) =>
    tx.query<{ limitFen: number | null }>(
      `select limit_fen from sandbox_contract where tenant_id = $1 and plate = $2 and state = 'active' order by plate_color limit 1`,
      [tx.tenantId, plate],
    ),
  );
  const isTaken = contract && amountFen <= (contract.limitFen ?? amountFen) && amountFen !== FAILING_FEN;
  await fileTrade(desk, { paymentNo, amountFen, outcome: isTaken ? 'success' : 'fail', refundOf: null });
}

/** The payer's choice at the cashier of the sandbox: pays a committed payment, or fails to. */
export function chooseOutcome(
  desk: Desk,
  { paymentNo, amountFen }: { readonly paymentNo: string; readonly amountFen: number },
  outcome: 'success' | 'fail',
): Promise<void> {
  return fileTrade(desk, { paymentNo, amountFen, outcome, refundOf: null });
}

/** The provider of trials: it moves no money and otherwise behaves like a real provider. */
export const sandbox: Provider = {
  channel: 'sandbox',
  isOpen: isTrial,
  debiting: { needsEntry: false },
  async start(desk, { scene, payer, paymentNo, amountFen, debit }) {
    if (scene === 'auto-debit' && debit) await debitPlate(desk, { paymentNo, amountFen }, debit.plate);
    if (scene === 'payment-code') await fileTrade(desk, { paymentNo, amountFen, ...payByCode(payer), refundOf: null });
    return { kind: 'wait' };
  },
  query: queryTrade,
  close: ({ kernel, tenantId }, { paymentNo, amountFen }) =>
    kernel.database.inTenant(systemWho(tenantId, 'sandbox'), async (tx) => {
      if (!(await findTrade(tx, paymentNo)))
        await bookTrade(tx, { paymentNo, amountFen, outcome: 'fail', refundOf: null });
      return 'stopped' as const;
    }),
  async refund(desk, { refundNo, amountFen, paymentNo }) {
    const trade = await desk.kernel.database.inTenant(systemWho(desk.tenantId, 'sandbox'), (tx) =>
      leftOf(tx, paymentNo),
    );
    const isPossible = trade >= amountFen && amountFen !== FAILING_FEN;
    const outcome = isPossible ? 'success' : 'fail';
    await fileTrade(desk, { paymentNo: refundNo, amountFen: -amountFen, outcome, refundOf: paymentNo });
    return null;
  },
  queryRefund: (desk, { refundNo }) => queryTrade(desk, { paymentNo: refundNo }),
  taken: { type: 'application/json', body: '{"state":"success"}' },
  readNotice: ({ kernel }, { body }) => readSandboxNotice(kernel, JSON.parse(body)),
  bill: sandboxBill,
  billAfterHours: 0,
  async test(desk, language) {
    const reason = await querySandbox(desk);
    return reason === null
      ? null
      : say({ zh: '沙箱没有应答：{reason}', en: 'The sandbox did not answer: {reason}' }, language, { reason });
  },
};

/** Returns what is left of a payment in the sandbox's books, in fen. */
async function leftOf(tx: TenantTx, paymentNo: string): Promise<number> {
  const [trade] = await tx.query<{ leftFen: number }>(
    `select (sum(amount_fen) filter (where outcome = 'success'))::bigint as "leftFen" from sandbox_trade
     where tenant_id = $1 and (payment_no = $2 or refund_of = $2)`,
    [tx.tenantId, paymentNo],
  );
  return trade?.leftFen ?? 0;
}

/** The path at which the sandbox answers queries about trades. */
export const QUERY_PATH = '/api/payment/sandbox/query';
const QUERY_PURPOSE = 'sandbox query';

/** A query to the sandbox; its signature covers both fields. */
export interface SandboxQuery {
  readonly tenantId: number;
  readonly paymentNo: string;
  readonly sign: string;
}

/** Returns whether a query is signed by a merchant of the sandbox. */
export function isSigned(kernel: Pick<Kernel, 'secrets'>, query: SandboxQuery): boolean {
  return kernel.secrets.isSigned(QUERY_PURPOSE, `${query.tenantId}|${query.paymentNo}`, query.sign);
}

/** Queries the sandbox over HTTP about a payment that does not exist. */
async function querySandbox({ kernel, tenantId }: Desk): Promise<string | null> {
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
