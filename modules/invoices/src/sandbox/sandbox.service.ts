import { randomInt } from 'node:crypto';
import { type Kernel, systemWho, type TenantTx } from '@boyun/kernel/server';
import { isTrial } from '@boyun/money/server';
import { INVOICE_JOB } from '../invoice/issue.service.ts';
import { drawSample, type PrintedParty } from '../pdf/invoice-pdf.service.ts';
import {
  type Desk,
  InvoicePlatformSilent,
  type InvoiceProvider,
  type Issued,
  type Outcome,
} from '../provider/provider.service.ts';
import { findSampleTitles } from './sandbox-title.service.ts';

/** Words in the title of an invoice that choose what the sandbox does. */
const WORDS = {
  /** It is refused some seconds later. */
  fail: '测试失败',
  /** The first answer is lost, though the request was taken. */
  lost: '测试超时',
  /** Its notice comes twice. */
  twice: '测试重复',
  /** It is under way for five minutes. */
  slow: '测试处理中',
  /** It stays under way. */
  never: '测试无结果',
} as const;

const READY_MS = 2000;
const SLOW_MS = 5 * 60_000;
const NEVER_MS = 1000 * 24 * 3_600_000;

const waitOf = (words: string) =>
  words.includes(WORDS.never) ? NEVER_MS : words.includes(WORDS.slow) ? SLOW_MS : READY_MS;

interface Filed {
  readonly requestNo: string;
  readonly inclFen: number;
  /** The text that may have one of the words. */
  readonly words: string;
}

interface Entry {
  readonly invoiceNo: string;
  readonly outcome: 'success' | 'fail';
  readonly reason: string | null;
  readonly readyAt: Date;
}

/** Twenty digits as real numbers have; the region 99, which there is not, shows that it is a sample. */
function newNumber(now: Date): string {
  const year = String(now.getUTCFullYear()).slice(2);
  return `${year}992${String(now.getTime()).slice(-9)}${String(randomInt(1_000_000)).padStart(6, '0')}`;
}

const findEntry = async (tx: TenantTx, requestNo: string): Promise<Entry | null> => {
  const [row] = await tx.query<Entry>(
    'select invoice_no, outcome, reason, ready_at from sandbox_invoice where tenant_id = $1 and request_no = $2',
    [tx.tenantId, requestNo],
  );
  return row ?? null;
};

const inSandbox = <T>(kernel: Kernel, tenantId: number, work: (tx: TenantTx) => Promise<T>): Promise<T> =>
  kernel.database.inTenant(systemWho(tenantId, 'sandbox'), work);

/** Writes a request into the sandbox's books; one that is repeated changes nothing. Its notices come later, sometimes twice. */
async function file({ kernel, tenantId }: Desk, { requestNo, inclFen, words }: Filed): Promise<boolean> {
  return inSandbox(kernel, tenantId, async (tx) => {
    if (await findEntry(tx, requestNo)) return false;
    const isRefused = words.includes(WORDS.fail);
    const waitMs = waitOf(words);
    await tx.query(
      `insert into sandbox_invoice (tenant_id, request_no, invoice_no, outcome, reason, ready_at, incl_fen) values ($1, $2, $3, $4, $5, $6, $7)`,
      [
        tx.tenantId,
        requestNo,
        newNumber(tx.now),
        isRefused ? 'fail' : 'success',
        isRefused ? '购买方税号与名称不一致（沙箱模拟）' : null,
        new Date(tx.now.getTime() + waitMs),
        inclFen,
      ],
    );
    if (waitMs === NEVER_MS) return true;
    const [row] = await tx.query<{ id: string }>('select id from invoice where tenant_id = $1 and request_no = $2', [
      tx.tenantId,
      requestNo,
    ]);
    const notice = { tenantId, invoiceId: row!.id };
    const seconds = Math.ceil(waitMs / 1000);
    await kernel.jobs.send(tx, INVOICE_JOB, notice, { afterSeconds: seconds });
    if (words.includes(WORDS.twice)) await kernel.jobs.send(tx, INVOICE_JOB, notice, { afterSeconds: seconds });
    return true;
  });
}

async function request(desk: Desk, filed: Filed): Promise<Outcome | null> {
  if ((await file(desk, filed)) && filed.words.includes(WORDS.lost))
    throw new InvoicePlatformSilent('the sandbox loses its first answer');
  return null;
}

/** The provider of trials: its invoices are samples; otherwise it behaves as a real one: asynchronous, failing, with lost and repeated answers. */
export const sandbox: InvoiceProvider = {
  name: 'sandbox',
  isOpen: isTrial,
  issue: (desk, { requestNo, inclFen, titleName }) => request(desk, { requestNo, inclFen, words: titleName }),
  issueRed: (desk, { requestNo, inclFen, titleName }) => request(desk, { requestNo, inclFen, words: titleName }),
  query: ({ kernel, tenantId }, { requestNo }) =>
    inSandbox(kernel, tenantId, async (tx) => {
      const entry = await findEntry(tx, requestNo);
      if (!entry) return null;
      if (entry.readyAt > tx.now) return 'open';
      if (entry.outcome === 'fail') return { kind: 'failed', reason: entry.reason ?? '' };
      const files = { pdf: null, ofd: null, xml: null };
      return {
        kind: 'issued',
        invoiceNo: entry.invoiceNo,
        providerNo: `SB${requestNo}`,
        issuedAt: entry.readyAt,
        files,
      };
    }),
  async fetchFiles({ issuer }, issued) {
    return {
      pdf: await drawSample({
        ...issued,
        buyer: buyerOf(issued),
        seller: { ...issuer, name: issuer.issuerName },
        drawer: issuer.drawer,
      }),
    };
  },
  findTitles: async (_, word) => findSampleTitles(word),
  test: async () => null,
};

const buyerOf = (issued: Issued): PrintedParty => ({
  name: issued.titleName,
  taxNumber: issued.taxNumber,
  address: issued.titleAddress,
  phone: issued.titlePhone,
  bankName: issued.titleBank,
  bankAccount: issued.titleAccount,
});
