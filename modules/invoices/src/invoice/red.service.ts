import { composeRed, type IssuedLine } from '@boyun/domain/invoice';
import { Refusal } from '@boyun/kernel/contract';
import type { Jobs, TenantTx } from '@boyun/kernel/server';
import { lockReceipts } from '@boyun/money/server';
import type { InvoiceSource } from './invoice.contract.ts';
import {
  findInvoice,
  findInvoiced,
  findLines,
  findParts,
  type InvoiceRow,
  insertInvoice,
  type LineRow,
  type PartRow,
} from './invoice.queries.ts';
import { invoiceRefusal } from './invoice-act.contract.ts';
import { invoiceTakenBack } from './invoice-event.contract.ts';
import { actorOf, newRequestNo, queueInvoice, takeOverAt } from './issue.service.ts';

/** A part of an issued invoice that is taken back. */
interface RedWish {
  readonly blueId: string;
  /** Positive fen of bills of the invoice. */
  readonly parts: readonly PartRow[];
  readonly reason: string;
  readonly source: InvoiceSource;
}

/** What of an issued invoice is left of each bill, in fen. */
async function leftParts(tx: TenantTx, blueId: string): Promise<PartRow[]> {
  const rows = await tx.query<PartRow>(
    `select p.bill_id, p.use, sum(p.amount_fen)::bigint as "amountFen"
     from invoice i join invoice_part p on p.tenant_id = i.tenant_id and p.invoice_id = i.id
     where i.tenant_id = $1 and (i.id = $2 or i.blue_id = $2 and i.state <= 4)
     group by 1, 2 having sum(p.amount_fen) > 0 order by 1`,
    [tx.tenantId, blueId],
  );
  return rows;
}

/** The lines of an issued invoice with what red letters, also those under way, take of them. */
async function issuedLines(tx: TenantTx, blueId: string): Promise<(LineRow & IssuedLine)[]> {
  const taken = await tx.query<{ number: number; inclFen: number; taxFen: number }>(
    `select l.number, -sum(l.incl_fen)::bigint as "inclFen", -sum(l.tax_fen)::bigint as "taxFen"
     from invoice i join invoice_line l on l.tenant_id = i.tenant_id and l.invoice_id = i.id
     where i.tenant_id = $1 and i.blue_id = $2 and i.state <= 4 group by l.number`,
    [tx.tenantId, blueId],
  );
  return (await findLines(tx, blueId)).map((line) => {
    const red = taken.find((one) => one.number === line.number);
    return { ...line, ratePercent: line.taxRate, redFen: red?.inclFen ?? 0, redTaxFen: red?.taxFen ?? 0 };
  });
}

/** Takes back a part of an issued invoice that the caller has locked, after its bills. Returns the red letter. */
async function insertRed(
  tx: TenantTx,
  jobs: Pick<Jobs, 'send'>,
  blue: InvoiceRow,
  { parts, reason, source }: RedWish,
): Promise<string> {
  const issued = await issuedLines(tx, blue.id);
  const lines = [...Map.groupBy(parts, (one) => one.use)].flatMap(([use, own]) =>
    composeRed(
      issued,
      use,
      own.reduce((sum, one) => sum + one.amountFen, 0),
    ).map((red) => {
      const { serviceName, goodsCode, taxRate, policy } = issued.find((one) => one.number === red.number)!;
      const amounts = { inclFen: -red.inclFen, exFen: -red.exFen, taxFen: -red.taxFen };
      return { number: red.number, use, serviceName, goodsCode, taxRate, policy, ...amounts };
    }),
  );
  const sumOf = (key: 'inclFen' | 'exFen' | 'taxFen') => lines.reduce((sum, line) => sum + line[key], 0);
  const id = tx.newId();
  const requestNo = await newRequestNo(tx, await lotOf(tx, blue));
  await insertInvoice(tx, {
    ...blue,
    id,
    kind: 'red',
    blueId: blue.id,
    requestNo,
    source,
    inclFen: sumOf('inclFen'),
    exFen: sumOf('exFen'),
    taxFen: sumOf('taxFen'),
    reason,
    lines,
    parts: parts.map((one) => ({ ...one, amountFen: -one.amountFen })),
    actor: actorOf(tx),
    nextAt: takeOverAt(tx),
  });
  await tx.query('update invoice set red_fen = red_fen + $3, updated_at = $4 where tenant_id = $1 and id = $2', [
    tx.tenantId,
    blue.id,
    -sumOf('inclFen'),
    tx.now,
  ]);
  await queueInvoice(tx, jobs, id);
  const data = { invoiceId: id, requestNo, amountFen: sumOf('inclFen'), blueId: blue.id, note: reason };
  tx.emit(invoiceTakenBack, { lotId: blue.lotId, subjectId: blue.id, data });
  return id;
}

/** A lot in whose day the number of a red letter is counted: that of the invoice, or of one of its bills. */
async function lotOf(tx: TenantTx, blue: InvoiceRow): Promise<string> {
  if (blue.lotId) return blue.lotId;
  const [row] = await tx.query<{ lotId: string }>(
    `select b.lot_id from invoice_part p join bill_fact b on b.tenant_id = p.tenant_id and b.id = p.bill_id
     where p.tenant_id = $1 and p.invoice_id = $2 order by p.bill_id limit 1`,
    [tx.tenantId, blue.id],
  );
  return row!.lotId;
}

/** Locks the bills of an invoice, then the invoice: everywhere in this order. */
export async function lockWithBills(tx: TenantTx, invoiceId: string): Promise<InvoiceRow | null> {
  const parts = await findParts(tx, invoiceId);
  await lockReceipts(
    tx,
    parts.map((one) => one.billId),
  );
  return findInvoice(tx, invoiceId, true);
}

/** Takes back all that is left of an issued invoice; its money can then be invoiced again. Returns the red letter. */
export async function takeBack(
  tx: TenantTx,
  jobs: Pick<Jobs, 'send'>,
  blue: InvoiceRow,
  reason: string,
): Promise<string> {
  const parts = await leftParts(tx, blue.id);
  if (parts.length === 0) throw new Refusal(invoiceRefusal['taken-back']);
  return insertRed(tx, jobs, blue, { blueId: blue.id, parts, reason, source: 'office' });
}

/**
 * Takes back what is invoiced beyond the money that is left of bills, because some went back after the invoice was issued. The newest invoices
 * are taken back first. Invoices that are under way are left: they are balanced once they are issued.
 */
export async function balanceBills(
  tx: TenantTx,
  jobs: Pick<Jobs, 'send'>,
  billIds: readonly string[],
  reason: string,
): Promise<string[]> {
  const receipts = await lockReceipts(tx, billIds);
  const invoiced = await findInvoiced(tx, billIds);
  const made: string[] = [];
  for (const { billId, receivedFen, refundedFen } of receipts) {
    const { blueFen = 0, redAskedFen = 0 } = invoiced.get(billId) ?? {};
    let overFen = blueFen - redAskedFen - Math.max(0, receivedFen - refundedFen);
    if (overFen <= 0) continue;
    for (const { invoiceId } of await issuedWith(tx, billId)) {
      const blue = await findInvoice(tx, invoiceId, true);
      const left = (await leftParts(tx, invoiceId)).find((one) => one.billId === billId);
      const takenFen = Math.min(overFen, left?.amountFen ?? 0);
      if (!blue || !left || takenFen <= 0) continue;
      const parts = [{ ...left, amountFen: takenFen }];
      made.push(await insertRed(tx, jobs, blue, { blueId: invoiceId, parts, reason, source: 'refund' }));
      overFen -= takenFen;
      if (overFen === 0) break;
    }
  }
  return made;
}

/** The issued invoices with a bill, the newest first. */
const issuedWith = (tx: TenantTx, billId: string) =>
  tx.query<{ invoiceId: string }>(
    `select i.id as "invoiceId" from invoice_part p join invoice i on i.tenant_id = p.tenant_id and i.id = p.invoice_id
     where p.tenant_id = $1 and p.bill_id = $2 and i.kind = 'blue' and i.state = 3 order by i.issued_at desc, i.id desc`,
    [tx.tenantId, billId],
  );
