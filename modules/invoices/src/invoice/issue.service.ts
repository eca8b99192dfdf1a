import { type ComposedInvoice, composeInvoices, type InvoiceItem } from '@boyun/domain/invoice';
import { formatYuan } from '@boyun/domain/money';
import { zoneOfLot } from '@boyun/facilities/server';
import { Refusal } from '@boyun/kernel/contract';
import { coversLot, type Jobs, newCode, notFound, serialNumber, type TenantTx } from '@boyun/kernel/server';
import { isTrial, lockReceipts, type Receipt } from '@boyun/money/server';
import { InvoiceUse, invoiceSetRefusal } from '../invoice-set/invoice-set.contract.ts';
import { findIssuers, findServices, type Issuer } from '../invoice-set/invoice-set.queries.ts';
import { serviceOf } from '../invoice-set/invoice-set.server.ts';
import type { InvoiceSource, InvoiceType } from './invoice.contract.ts';
import { findInvoiced, insertInvoice, type LineRow, type NewInvoice, type Title } from './invoice.queries.ts';
import { invoiceRefusal } from './invoice-act.contract.ts';
import { invoiceRequested } from './invoice-event.contract.ts';

/** Name of the job that hands an invoice to its provider. */
export const INVOICE_JOB = 'invoice';
/** When the sweep takes an invoice over whose job was lost. */
const JOB_PATIENCE_MS = 60_000;

/** What money of a kind of bill is received for; other kinds are not invoiced. */
const USES: Readonly<Record<string, InvoiceUse>> = {
  stay: 'parking',
  unit: 'parking',
  pack: 'pack',
  card: 'top-up',
  wallet: 'top-up',
};

/** The kinds of bills that can be invoiced. */
export const INVOICED_KINDS = Object.keys(USES);

/** Returns the use of a kind of bill; null where it cannot be invoiced. */
export const purposeOf = (kind: string): InvoiceUse | null => USES[kind] ?? null;

/** The part of a receipt that can be invoiced: received, not given back or asked back, and not invoiced yet; in fen. */
export const availableOf = (
  { receivedFen, refundedFen, returningFen }: Pick<Receipt, 'receivedFen' | 'refundedFen' | 'returningFen'>,
  heldFen: number,
): number => Math.max(0, receivedFen - refundedFen - returningFen - heldFen);

/** What is asked for. */
export interface InvoiceWish {
  /** Bills; all that can be invoiced of one where no amount is given. */
  readonly items: readonly { readonly billId: string; readonly amountFen: number | null }[];
  readonly invoiceType: InvoiceType;
  readonly title: Title;
  readonly mobile: string | null;
  readonly email: string | null;
  readonly remark: string | null;
  readonly source: Exclude<InvoiceSource, 'refund'>;
}

/** An invoice that was asked for. */
export interface Wished {
  readonly id: string;
  readonly requestNo: string;
  readonly inclFen: number;
  readonly taxFen: number;
}

/**
 * Asks for invoices of bills whose money was received, and queues them. The bills stay locked until the transaction ends, so that two requests
 * never invoice the same money. Bills of one issuer are merged; above its limit they are split.
 */
export async function requestInvoices(
  tx: TenantTx,
  jobs: Pick<Jobs, 'send'>,
  wish: InvoiceWish,
): Promise<{ requestId: string; linkCode: string; invoices: Wished[] }> {
  const receipts = await lockReceipts(tx, [...new Set(wish.items.map((one) => one.billId))]);
  const issuers = await findIssuers(tx, [...new Set(receipts.map((one) => one.lotId))]);
  const items = await wantedItems(tx, wish, receipts);
  const request = { requestId: tx.newId(), linkCode: newCode(tx) };
  const invoices: Wished[] = [];
  const bySet = Map.groupBy(items, ({ receipt }) => issuers.get(receipt.lotId)?.id ?? '');
  for (const [setId, own] of bySet) {
    const issuer = [...issuers.values()].find((one) => one.id === setId);
    if (!issuer) throw new Refusal(invoiceSetRefusal.off, { lot: await lotNameOf(tx, own[0]!.receipt.lotId) });
    await requireIssuer(tx, issuer, own);
    invoices.push(...(await insertOf(tx, jobs, { wish, issuer, items: own, ...request })));
  }
  return { ...request, invoices };
}

interface Wanted {
  readonly item: InvoiceItem<InvoiceUse>;
  readonly receipt: Receipt;
}

/** The bills with the amounts to be invoiced; refuses what was not received, or is invoiced already. */
async function wantedItems(tx: TenantTx, wish: InvoiceWish, receipts: readonly Receipt[]): Promise<Wanted[]> {
  const invoiced = await findInvoiced(
    tx,
    receipts.map((one) => one.billId),
  );
  const wanted = new Map<string, Wanted>();
  for (const { billId, amountFen } of wish.items) {
    const receipt = receipts.find((one) => one.billId === billId);
    // The desk of a unit sees no lots: its module has found the bill.
    const isOwn = receipt && (wish.source === 'unit' || coversLot(tx.who, receipt.lotId));
    if (!isOwn || wanted.has(billId)) throw notFound(tx.who, { zh: '订单', en: 'Order' });
    const use = purposeOf(receipt.kind);
    if (!use || receipt.receivedFen === 0) throw new Refusal(invoiceRefusal['not-received']);
    const leftFen = availableOf(receipt, invoiced.get(billId)?.heldFen ?? 0);
    const plate = receipt.plate || '—';
    if (leftFen === 0) throw new Refusal(invoiceRefusal['nothing-left'], { plate });
    if (amountFen !== null && amountFen > leftFen)
      throw new Refusal(invoiceRefusal['too-much'], { plate, left: formatYuan(leftFen) });
    wanted.set(billId, { item: { billId, use, amountFen: amountFen ?? leftFen }, receipt });
  }
  return [...wanted.values()].sort((a, b) => (a.receipt.paidAt?.getTime() ?? 0) - (b.receipt.paidAt?.getTime() ?? 0));
}

/** Refuses an issuer whose invoices would be none: samples outside of trials, real ones of simulated money. */
async function requireIssuer(tx: TenantTx, issuer: Issuer, items: readonly Wanted[]): Promise<void> {
  if (issuer.provider === 'sandbox') {
    if (!(await isTrial(tx))) throw new Refusal(invoiceSetRefusal['only-in-trial']);
  } else if (items.some(({ receipt }) => receipt.simulatedFen > 0)) throw new Refusal(invoiceRefusal.simulated);
}

const lotNameOf = async (tx: TenantTx, lotId: string): Promise<string> => {
  const [row] = await tx.query<{ name: string }>('select name from lot_fact where tenant_id = $1 and id = $2', [
    tx.tenantId,
    lotId,
  ]);
  return row?.name ?? '';
};

/** A number of an invoice with its provider, at most 20 characters long. */
export const newRequestNo = async (tx: TenantTx, lotId: string): Promise<string> =>
  serialNumber('F', tx.now, await zoneOfLot(tx, lotId), { digits: 7, isTimed: true });

/** Queues an invoice for its provider. */
export const queueInvoice = (tx: TenantTx, jobs: Pick<Jobs, 'send'>, invoiceId: string, afterSeconds = 0) =>
  jobs.send(tx, INVOICE_JOB, { tenantId: tx.tenantId, invoiceId }, { afterSeconds });

/** When the sweep takes over. */
export const takeOverAt = (tx: TenantTx): Date => new Date(tx.now.getTime() + JOB_PATIENCE_MS);

/** Who asks, as invoices keep it. */
export const actorOf = ({ who }: TenantTx): NewInvoice['actor'] => ({ id: who.userId, name: who.name });

/** Refuses a special invoice that the law does not have: for a person, or of what is not taxed (增值税暂行条例 第二十一条; 国家税务总局公告2016年第53号, 三). */
function requireSpecial(
  { invoiceType, title }: InvoiceWish,
  issuer: Issuer,
  invoices: readonly ComposedInvoice[],
): void {
  if (invoiceType === 'ordinary') return;
  if (!issuer.hasSpecial) throw new Refusal(invoiceRefusal['no-special'], { issuer: issuer.issuerName });
  if (title.titleType !== 1) throw new Refusal(invoiceRefusal['special-person']);
  const untaxed = invoices
    .flatMap((one) => one.lines)
    .find(({ policy }) => policy === 'exempt' || policy === 'untaxed');
  if (untaxed) throw new Refusal(invoiceRefusal['special-untaxed'], { name: untaxed.serviceName });
}

interface Composing {
  readonly wish: InvoiceWish;
  readonly issuer: Issuer;
  readonly items: readonly Wanted[];
  readonly requestId: string;
  readonly linkCode: string;
}

/** Composes the invoices of one issuer and inserts them. */
async function insertOf(
  tx: TenantTx,
  jobs: Pick<Jobs, 'send'>,
  { wish, issuer, items, requestId, linkCode }: Composing,
): Promise<Wished[]> {
  const services = await findServices(tx, [issuer.id]);
  const servicesOf = (use: InvoiceUse) => {
    const own = services.filter((one) => one.use === use);
    if (own.length > 0) return own.map(serviceOf);
    throw new Refusal(invoiceRefusal['no-service'], {
      issuer: issuer.issuerName,
      use: InvoiceUse[use][tx.who.language],
    });
  };
  const composed = composeInvoices(
    items.map((one) => one.item),
    servicesOf,
    issuer.limitFen,
  );
  requireSpecial(wish, issuer, composed);
  const { title, mobile, email, remark, source, invoiceType } = wish;
  const done: Wished[] = [];
  for (const { items: parts, lines, inclFen, exFen, taxFen } of composed) {
    const lotIds = new Set(parts.map((part) => items.find((one) => one.item.billId === part.billId)!.receipt.lotId));
    const [firstLot = ''] = lotIds;
    const id = tx.newId();
    const requestNo = await newRequestNo(tx, firstLot);
    const lotId = lotIds.size === 1 ? firstLot : null;
    await insertInvoice(tx, {
      ...title,
      id,
      kind: 'blue',
      invoiceType,
      blueId: null,
      requestId,
      invoiceSetId: issuer.id,
      lotId,
      requestNo,
      source,
      provider: issuer.provider,
      mobile,
      email,
      remark,
      inclFen,
      exFen,
      taxFen,
      reason: null,
      linkCode,
      lines: lines.map(
        ({ ratePercent, ...line }, index): LineRow => ({
          ...line,
          taxRate: ratePercent as LineRow['taxRate'],
          number: index + 1,
        }),
      ),
      parts,
      actor: actorOf(tx),
      nextAt: takeOverAt(tx),
    });
    await queueInvoice(tx, jobs, id);
    tx.emit(invoiceRequested, { lotId, subjectId: id, data: { invoiceId: id, requestNo, amountFen: inclFen } });
    done.push({ id, requestNo, inclFen, taxFen });
  }
  return done;
}
